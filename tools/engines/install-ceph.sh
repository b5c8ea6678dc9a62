#!/usr/bin/env bash
# Installs what ceph.sh runs, from Debian's packages; quiet where everything is there already.
set -euo pipefail
for command in ceph ceph-mon ceph-osd radosgw curl bc; do
  command -v "$command" >/dev/null || missing=1
done
[ -n "${missing:-}" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends radosgw ceph-mon ceph-osd ceph-common curl bc
else
  echo "The engine tests need Ceph: install radosgw, ceph-mon, ceph-osd and ceph-common (on Debian, as root: tools/engines/install-ceph.sh)." >&2
  exit 1
fi
