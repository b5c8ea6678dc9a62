# What the scripts of the engines share, to be sourced: daemons with pid files in $BASE/run, no systemd.
# OURS is an extended regular expression of their command lines.
t0=$(date +%s.%N)
say() { printf '[%6.2fs] %s\n' "$(echo "$(date +%s.%N) - $t0" | bc 2>/dev/null || echo 0)" "$*"; }
running() { case "$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -c1)" in ''|Z|X) return 1 ;; esac; }  # a zombie is not running
alive() { # name: its pid file names a running process of ours
  local f=$BASE/run/$1.pid p; [ -s "$f" ] || return 1; p=$(cat "$f")
  running "$p" && tr '\0' ' ' < "/proc/$p/cmdline" | grep -qE "$OURS"; }
wait_for() { # seconds cmd...
  local end=$(( $(date +%s) + $1 )); shift
  until "$@" >/dev/null 2>&1; do [ "$(date +%s)" -lt $end ] || { echo "timeout: $*" >&2; return 1; }; sleep 0.1; done; }
stop_one() { local f=$BASE/run/$1.pid p n=100
  if alive "$1"; then
    p=$(cat "$f"); kill -TERM "$p"
    while running "$p"; do n=$((n-1)); [ $n -gt 0 ] || { kill -KILL "$p"; break; }; sleep 0.1; done
  fi
  rm -f "$f"; }
install_engine() { # NAME "COMMAND …" PACKAGE …: from Debian's packages; quiet where everything is there already
  local name=$1 commands=$2 command missing=; shift 2
  for command in $commands curl bc; do
    command -v "$command" >/dev/null || missing=1
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "$@" curl bc
  else
    echo "The engine tests need ${name^}: install $* (on Debian, as root: tools/engines/$name.sh install)." >&2
    return 1
  fi
}
