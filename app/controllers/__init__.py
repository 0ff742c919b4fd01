"""Controllers of the window: the session (`Session`, with `LocalSession` and `NetworkSession`), network tables
(`NetworkController`, `JoinController`), settings (`SettingsController`), importing packages (`PackageImport`)."""
