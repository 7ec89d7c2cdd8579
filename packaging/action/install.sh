#!/usr/bin/env bash
# The first step of action.yml: puts the command somewhere and writes `tool=PATH` to $GITHUB_OUTPUT. A release's archive is taken where
# there is one for this system; otherwise the sources of the action are built.
set -euo pipefail

case "$SYSTEM" in
    Linux-X64) target=x86_64-unknown-linux-musl ;;
    Linux-ARM64) target=aarch64-unknown-linux-musl ;;
    macOS-X64) target=x86_64-apple-darwin ;;
    macOS-ARM64) target=aarch64-apple-darwin ;;
    Windows-X64) target=x86_64-pc-windows-msvc ;;
    *) target= ;;
esac
suffix=
[[ $SYSTEM == Windows-* ]] && suffix=.exe

# `uses: …@v0.1.0` names a release, `…@main` none.
version=${VERSION#v}
if [ -z "$version" ] && [[ $REFERENCE =~ ^v([0-9]+\.[0-9]+\.[0-9]+.*)$ ]]; then version=${BASH_REMATCH[1]}; fi

folder=${RUNNER_TEMP:-$(mktemp -d)}/ptxlint
mkdir -p "$folder"
name=ptxlint-$version-$target
url=$SERVER/$REPOSITORY/releases/download/v$version/$name.tar.gz
if [ -n "$version" ] && [ -n "$target" ] && curl -fsSL --retry 3 "$url" -o "$folder/archive.tar.gz"; then
    curl -fsSL --retry 3 "$url.sha256" -o "$folder/archive.sha256"
    read -r expected _ < "$folder/archive.sha256"
    if command -v sha256sum >/dev/null; then read -r found _ < <(sha256sum "$folder/archive.tar.gz")
    else read -r found _ < <(shasum -a 256 "$folder/archive.tar.gz"); fi
    [ "$expected" = "$found" ] || { echo "::error::$url does not have the checksum of its release"; exit 2; }
    tar -xzf "$folder/archive.tar.gz" -C "$folder"
    tool=$folder/$name/ptxlint$suffix
elif [ -n "$VERSION" ]; then
    echo "::error::there is no archive of ptxlint $version for $SYSTEM at $url"
    exit 2
else
    cargo install --locked --quiet --path "$SOURCES" --root "$folder"
    tool=$folder/bin/ptxlint$suffix
fi
"$tool" --version
echo "tool=$tool" >> "$GITHUB_OUTPUT"
