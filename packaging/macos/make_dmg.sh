#!/bin/sh
# Makes dist/Gondwana-VERSION.dmg of dist/Gondwana.app. Run on macOS, after `python3 dev.py package folder`.
#
# SIGN_AS names the certificate ("Developer ID Application: ..."); without it the bundle is signed for this machine only.
# NOTARY names a profile of `xcrun notarytool store-credentials`; without it nothing is notarised, and whoever downloads
# the program has to allow it in the system's settings.
set -eu

cd "$(dirname "$0")/../.."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' app/__init__.py)
bundle=dist/Gondwana.app
image="dist/Gondwana-$version.dmg"
stage=build/package/dmg

if [ -n "${SIGN_AS:-}" ]; then
    find "$bundle/Contents/Frameworks" -type f \( -name '*.dylib' -o -name '*.so' \) -exec \
        codesign --force --timestamp --options runtime --sign "$SIGN_AS" {} +
    codesign --force --timestamp --options runtime --entitlements packaging/macos/entitlements.plist \
        --sign "$SIGN_AS" "$bundle"
else
    codesign --force --deep --entitlements packaging/macos/entitlements.plist --sign - "$bundle"
fi
codesign --verify --strict "$bundle"

rm -rf "$stage" "$image"
mkdir -p "$stage"
cp -R "$bundle" "$stage/"
ln -s /Applications "$stage/Applications"
hdiutil create -volname Gondwana -srcfolder "$stage" -format ULFO "$image"

if [ -n "${NOTARY:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY" --wait
    xcrun stapler staple "$image"
fi
echo "$image"
