#!/usr/bin/env bash
# Installs what slurm.sh runs, from Debian's packages; quiet where everything is there already.
set -euo pipefail
for command in slurmctld slurmd slurmrestd munged sbatch curl bc; do
  command -v "$command" >/dev/null || missing=1
done
[ -n "${missing:-}" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends \
    slurmctld slurmd slurm-client munge slurmrestd slurm-wlm-jwt-plugin curl bc
else
  echo "The engine tests need Slurm: install slurmctld, slurmd, slurm-client, munge, slurmrestd and slurm-wlm-jwt-plugin (on Debian, as root: tools/engines/install-slurm.sh)." >&2
  exit 1
fi
