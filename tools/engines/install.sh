# Shared by install-*.sh, to be sourced: install_engine NAME "COMMAND …" PACKAGE …
install_engine() {
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
    echo "The engine tests need ${name^}: install $* (on Debian, as root: tools/engines/install-$name.sh)." >&2
    return 1
  fi
}
