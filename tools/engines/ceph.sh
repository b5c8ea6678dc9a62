#!/usr/bin/env bash
# Single-node Ceph (1 mon + 1 osd + 1 rgw) on loopback, no systemd, no mgr, as root.
# usage: tools/engines/ceph.sh install|start|stop|status|destroy
# Serves S3 at http://$CEPH_RGW_ADDRESS:$CEPH_RGW_PORT (127.0.0.1:17480) with the keys $S3_ACCESS_KEY and $S3_SECRET_KEY.
set -euo pipefail
BASE=${CEPH_BASE:-${TMPDIR:-/tmp}/swath-ceph}
STORE=${CEPH_STORE:-bluestore}          # bluestore (sparse file) | memstore
MON_PORT=${CEPH_MON_PORT:-13300}
RGW_PORT=${CEPH_RGW_PORT:-17480}
RGW_ADDRESS=${CEPH_RGW_ADDRESS:-127.0.0.1}
OSD_BYTES=${CEPH_OSD_BYTES:-10737418240}
ACCESS_KEY=${S3_ACCESS_KEY:-swath}
SECRET_KEY=${S3_SECRET_KEY:-swath-secret}
CONF=$BASE/ceph.conf
export CEPH_CONF=$CONF
OURS=$CONF
. "$(dirname "$0")/daemons.sh"

write_conf() {
  mkdir -p "$BASE"/{mon,osd,run,log,rgw,tmp}
  [ -s "$BASE/fsid" ] || cat /proc/sys/kernel/random/uuid > "$BASE/fsid"
  cat > "$CONF" <<CONF
[global]
fsid = $(cat "$BASE/fsid")
mon host = [v2:127.0.0.1:$MON_PORT/0]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv4 = true
ms bind ipv6 = false
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
mon warn on insecure global id reclaim = false
mon warn on insecure global id reclaim allowed = false
auth allow insecure global id reclaim = false
run dir = $BASE/run
admin socket = $BASE/run/\$name.asok
pid file = $BASE/run/\$name.pid
log file = $BASE/log/\$name.log
keyring = $BASE/keyring
crash dir = $BASE/log/crash
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 2000
[mon]
paxos propose interval = 0.05
paxos min wait = 0.02
mon data = $BASE/mon/\$id
mon cluster log file = $BASE/log/cluster.log
mon data avail crit = 1
mon data avail warn = 1
[mon.a]
host = $(hostname)
public addr = v2:127.0.0.1:$MON_PORT/0
[osd]
keyring = $BASE/osd/\$id/keyring
osd data = $BASE/osd/\$id
osd objectstore = $STORE
osd class load list = *
osd class default list = *
osd memory target = 939524096
bluestore block create = true
bluestore block size = $OSD_BYTES
bluestore block path =
bluestore fsck on mount = false
memstore device bytes = $OSD_BYTES
[client.rgw.swath]
keyring = $BASE/rgw/keyring
rgw data = $BASE/rgw
rgw frontends = beast endpoint=$RGW_ADDRESS:$RGW_PORT tcp_nodelay=1
rgw thread pool size = 32
rgw rados pool pg num min = 4
rgw enable usage log = false
rgw gc obj min wait = 60
rgw trust forwarded https = true
CONF
}

start() {
  write_conf; local fresh=0
  if [ ! -d "$BASE/mon/a/store.db" ]; then
    fresh=1
    ceph-authtool --create-keyring "$BASE/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
    ceph-authtool "$BASE/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
    chmod 600 "$BASE/keyring"
    monmaptool --create --fsid "$(cat "$BASE/fsid")" --addv a "[v2:127.0.0.1:$MON_PORT/0]" --clobber "$BASE/tmp/monmap" >/dev/null
    mkdir -p "$BASE/mon/a"
    ceph-mon -c "$CONF" --mkfs -i a --monmap "$BASE/tmp/monmap" --keyring "$BASE/keyring"
    say "mon mkfs"
  fi
  alive mon.a || ceph-mon -c "$CONF" -i a
  wait_for 30 timeout 5 ceph -c "$CONF" --connect-timeout 3 osd dump
  say "mon up"
  if [ ! -s "$BASE/osd/0/whoami" ]; then
    local u; u=$(cat /proc/sys/kernel/random/uuid)
    mkdir -p "$BASE/osd/0"
    ceph -c "$CONF" osd new "$u" 0 >/dev/null
    ceph -c "$CONF" auth get-or-create osd.0 mon 'allow profile osd' osd 'allow *' mgr 'allow profile osd' -o "$BASE/osd/0/keyring"
    ceph -c "$CONF" auth get-or-create client.rgw.swath mon 'allow rw' osd 'allow rwx' mgr 'allow rw' -o "$BASE/rgw/keyring"
    chmod 600 "$BASE/osd/0/keyring" "$BASE/rgw/keyring"
    ceph-osd -c "$CONF" -i 0 --mkfs --osd-uuid "$u" >/dev/null 2>&1
    ceph -c "$CONF" osd crush add osd.0 1.0 root=default host=swath >/dev/null 2>&1
    say "osd mkfs"
  fi
  alive osd.0 || ceph-osd -c "$CONF" -i 0
  wait_for 60 sh -c "timeout 5 ceph -c $CONF osd stat | grep -q '1 up'"
  say "osd up"
  if [ $fresh = 1 ]; then
    # the first radosgw-admin call creates the default zone and its pools
    radosgw-admin -c "$CONF" -n client.rgw.swath user create --uid=swath --display-name=Swath \
      --access-key="$ACCESS_KEY" --secret-key="$SECRET_KEY" >/dev/null 2>"$BASE/log/user.err"
    radosgw-admin -c "$CONF" -n client.rgw.swath zonegroup placement add --rgw-zonegroup default \
      --placement-id default-placement --storage-class COLD >/dev/null 2>&1
    radosgw-admin -c "$CONF" -n client.rgw.swath zone placement add --rgw-zone default \
      --placement-id default-placement --storage-class COLD --data-pool default.rgw.cold.data >/dev/null 2>&1
    say "rgw user and storage class"
  fi
  alive client.rgw.swath || radosgw -c "$CONF" -n client.rgw.swath
  wait_for 60 curl -fsS -o /dev/null "http://$RGW_ADDRESS:$RGW_PORT/"
  say "rgw answers on http://$RGW_ADDRESS:$RGW_PORT"
}
stop() { stop_one client.rgw.swath; stop_one osd.0; stop_one mon.a; say stopped; }
case "${1:-}" in
  install) install_engine ceph "ceph ceph-mon ceph-osd radosgw" radosgw ceph-mon ceph-osd ceph-common ;;
  start) start ;;
  stop) stop ;;
  destroy) stop; rm -rf "$BASE"; say destroyed ;;
  status) for n in mon.a osd.0 client.rgw.swath; do f=$BASE/run/$n.pid
      if alive $n; then echo "$n pid $(cat "$f") rss $(awk '/VmRSS/{print $2" kB"}' /proc/$(cat "$f")/status)"; else echo "$n down"; fi; done
      timeout 10 ceph -c "$CONF" -s || true ;;
  *) echo "usage: $0 install|start|stop|status|destroy" >&2; exit 2 ;;
esac
