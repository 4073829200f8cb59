#!/bin/sh
# Installs the command netbox on a CI machine and prepares it for `netbox serve -- COMMAND`: for GitHub, Forgejo, GitLab and Jenkins.
#
#   NETBOX_TARBALL  the packed command: a file, or an https address; default: packs this checkout
#   NETBOX_SHA256   its SHA-256, which an address needs
#   NETBOX_PREFIX   the folder of the installation; default: ~/.netbox
#
# Needs Node 22.12 or newer. Where AppArmor restricts user namespaces (Ubuntu 24.04), it loads a profile for a copy of Node that root owns;
# only with CI=true, because the profile is for machines that are thrown away.
set -eu

fail() {
  echo "netbox: $*" >&2
  exit 1
}

checkout=$(cd "$(dirname "$0")/.." && pwd)
prefix=${NETBOX_PREFIX:-$HOME/.netbox}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v node >/dev/null || fail 'Node is missing. Install Node 22.12 or newer.'
node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 22 || (major == 22 && minor >= 12) ? 0 : 1)' ||
  fail "Node $(node --version) is too old. Install Node 22.12 or newer."

# The packed command.
tarball=$scratch/netbox.tgz
case ${NETBOX_TARBALL:-} in
  '')
    (cd "$checkout" && npm run --silent setup && npm run --silent pack) >&2
    cp "$checkout/dist/netbox-$(node -p "require('$checkout/apps/cli/package.json').version").tgz" "$tarball"
    ;;
  https://*)
    [ -n "${NETBOX_SHA256:-}" ] || fail 'NETBOX_SHA256 is missing: a tarball from an address needs its checksum.'
    curl --fail --silent --show-error --location --output "$tarball" "$NETBOX_TARBALL" || fail "$NETBOX_TARBALL can't be downloaded."
    ;;
  *)
    [ -f "$NETBOX_TARBALL" ] || fail "There is no file $NETBOX_TARBALL."
    cp "$NETBOX_TARBALL" "$tarball"
    ;;
esac
if [ -n "${NETBOX_SHA256:-}" ]; then
  found=$(sha256sum "$tarball" | cut -d ' ' -f 1)
  [ "$found" = "$NETBOX_SHA256" ] || fail "The tarball has the SHA-256 $found instead of $NETBOX_SHA256. Nothing was installed."
fi

# The command has no dependencies, so this needs no registry.
npm install --global --prefix "$prefix" --offline --no-audit --no-fund --loglevel=error "$tarball" >&2
netbox=$prefix/bin/netbox

# A profile for the system's Node would free every Node program of the machine, so root gets a copy of its own.
restricts=/proc/sys/kernel/apparmor_restrict_unprivileged_userns
if [ "$(id -u)" != 0 ] && [ "$(cat "$restricts" 2>/dev/null || echo 0)" = 1 ]; then
  [ "${CI:-}" = true ] || fail "AppArmor restricts user namespaces on this machine. 'netbox doctor --apparmor-profile' has the steps."
  launcher=$(readlink -f "$netbox")
  sudo install -D --owner=root --group=root --mode=755 "$(readlink -f "$(command -v node)")" /opt/netbox/bin/node
  "$netbox" doctor --apparmor-profile | sudo tee /etc/apparmor.d/netbox-node >/dev/null
  sudo apparmor_parser --replace /etc/apparmor.d/netbox-node
  rm "$netbox"
  printf '#!/bin/sh\nexec /opt/netbox/bin/node %s "$@"\n' "$launcher" >"$netbox"
  chmod 755 "$netbox"
fi

# Next steps of the job find the command.
if [ -n "${GITHUB_PATH:-}" ]; then echo "$prefix/bin" >>"$GITHUB_PATH"; fi
"$netbox" doctor >&2
echo "$netbox"
