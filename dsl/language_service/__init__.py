"""The language service: what an editor asks of a ruleset while its author types.

`Workspace` answers in this process, `ServiceClient` in a worker process that is restarted when it dies. The window's
workshop and `gondwana lsp` use the same service.
"""
