#!/usr/bin/env bash
# Installs what ceph.sh runs, from Debian's packages; quiet where everything is there already.
set -euo pipefail
. "$(dirname "$0")/install.sh"
install_engine ceph "ceph ceph-mon ceph-osd radosgw" radosgw ceph-mon ceph-osd ceph-common
