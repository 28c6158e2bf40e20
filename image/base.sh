#!/usr/bin/env bash
# Builds the base image of FlexHB's image, without a container engine or image registry: a few Debian packages, a Java
# runtime that jlink makes from the JDK in use, and a user. The same packages and JDK give the same file.
#   base.sh OUTPUT.tar EPOCH_SECONDS BASE
# Does nothing if BASE, the requested base, is not the output of this script, or if the output exists already.
# Needs Debian's apt-get and dpkg-deb, a JDK with jlink, and a package source that apt-get can reach.
set -euo pipefail

readonly OUTPUT=$1 EPOCH=$2 BASE=$3
[[ $BASE == "tar://$OUTPUT" ]] || exit 0
if [[ $OUTPUT -nt ${BASH_SOURCE[0]} ]]; then exit 0; fi

# The C and C++ libraries of the JVM and RocksDB, zlib for the JVM, and wget for health checks. Certificates come with Java.
readonly PACKAGES=(libc6 gcc-12-base libgcc-s1 libstdc++6 zlib1g busybox-static)
# Modules that the class path uses, and those that are found by name: ciphers, host names, Kerberos logins, JVM meters.
readonly MODULES=java.se,jdk.unsupported,jdk.crypto.ec,jdk.management,jdk.management.agent,jdk.naming.dns,jdk.security.auth,jdk.security.jgss,jdk.zipfs,jdk.httpserver,jdk.net,jdk.jfr,jdk.jcmd
readonly USER_ID=10001
readonly JAVA_HOME_IN_IMAGE=/opt/java

fail() {
  printf 'base.sh: %s\n' "$@" >&2
  exit 3
}

java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac || true)")")")}
for tool in apt-get dpkg-deb tar sha256sum; do
  command -v "$tool" >/dev/null || fail "$tool is not here; name another base: -Dimage.base=eclipse-temurin:17-jre"
done
[[ -x $java_home/bin/jlink && -d $java_home/jmods ]] ||
  fail "$java_home is no JDK with jlink and its modules; name another base: -Dimage.base=eclipse-temurin:17-jre"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root
mkdir -p "$root"/{etc,opt,tmp,var/lib/dpkg/status.d,var/lib/flexhb} "$folder/packages"

(cd "$folder/packages" && apt-get -qq download "${PACKAGES[@]}" 2>"$folder/apt.log") || {
  cat "$folder/apt.log" >&2
  fail "the packages cannot be fetched; is 'apt-get update' due?"
}
for package in "$folder"/packages/*.deb; do
  dpkg-deb -x "$package" "$root"
  # Image scanners look here for installed packages.
  dpkg-deb -f "$package" >"$root/var/lib/dpkg/status.d/$(dpkg-deb -f "$package" Package)"
done
# Licences stay. Manuals, character sets and files for shells are removed.
find "$root/usr/share" -mindepth 1 -maxdepth 1 ! -name doc -exec rm -rf {} +
find "$root/usr/share/doc" -type f ! -name copyright -exec rm -f {} +
find "$root" -type d -name gconv -prune -exec rm -rf {} +
find "$root" -depth -type d -empty ! -path "$root/tmp" ! -path "$root/opt" ! -path "$root/var/lib/flexhb" -exec rmdir {} +
busybox=$(find "$root" -type f -name busybox | head -n 1)
mkdir -p "$root/usr/bin"
mv "$busybox" "$root/usr/bin/wget"
find "$root/bin" "$root/sbin" "$root/usr/sbin" -delete 2>/dev/null || true

"$java_home/bin/jlink" --add-modules "$MODULES" --strip-debug --no-header-files --no-man-pages --compress=2 \
  --output "$root$JAVA_HOME_IN_IMAGE"
# In Debian's JDK these are links to files of the machine.
cp -L "$java_home/lib/security/cacerts" "$folder/cacerts"
rm -f "$root$JAVA_HOME_IN_IMAGE/lib/security/cacerts"
cp "$folder/cacerts" "$root$JAVA_HOME_IN_IMAGE/lib/security/cacerts"
broken=$(find "$root$JAVA_HOME_IN_IMAGE" -xtype l)
[[ -z $broken ]] || fail "links to files that are not there: $broken"

printf '%s\n' "root:x:0:0:root:/:/sbin/nologin" "flexhb:x:$USER_ID:$USER_ID:FlexHB:/var/lib/flexhb:/sbin/nologin" >"$root/etc/passwd"
printf '%s\n' "root:x:0:" "flexhb:x:$USER_ID:" >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
. /etc/os-release
printf 'PRETTY_NAME="%s, a few packages of it"\nID=%s\nVERSION_ID="%s"\n' "$PRETTY_NAME" "$ID" "${VERSION_ID:-}" >"$root/etc/os-release"
chmod -R go-w "$root"
chmod 1777 "$root/tmp"

reproducible=(--sort=name --format=gnu "--mtime=@$EPOCH" --numeric-owner)
tar "${reproducible[@]}" --owner=0 --group=0 -C "$root" -cf "$folder/layer.tar" --exclude=./var/lib/flexhb .
tar "${reproducible[@]}" --owner=$USER_ID --group=$USER_ID -C "$root" --append -f "$folder/layer.tar" ./var/lib/flexhb
digest=$(sha256sum "$folder/layer.tar" | cut -d' ' -f1)
architecture=$(dpkg --print-architecture)
version=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$root$JAVA_HOME_IN_IMAGE/release")
cat >"$folder/config.json" <<JSON
{"architecture":"$architecture","os":"linux","created":"1970-01-01T00:00:00Z",
 "config":{"Env":["PATH=$JAVA_HOME_IN_IMAGE/bin:/usr/bin","JAVA_HOME=$JAVA_HOME_IN_IMAGE","JAVA_VERSION=$version","LANG=C.UTF-8"]},
 "rootfs":{"type":"layers","diff_ids":["sha256:$digest"]},
 "history":[{"created":"1970-01-01T00:00:00Z","created_by":"image/base.sh"}]}
JSON
echo '[{"Config":"config.json","RepoTags":["flexhb-base:local"],"Layers":["layer.tar"]}]' >"$folder/manifest.json"
mkdir -p "$(dirname "$OUTPUT")"
tar "${reproducible[@]}" --owner=0 --group=0 -C "$folder" -cf "$OUTPUT.part" manifest.json config.json layer.tar
mv "$OUTPUT.part" "$OUTPUT"
