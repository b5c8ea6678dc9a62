#!/usr/bin/env bash
# Installs what slurm.sh runs, from Debian's packages; quiet where everything is there already.
set -euo pipefail
. "$(dirname "$0")/install.sh"
install_engine slurm "slurmctld slurmd slurmrestd munged sbatch" \
  slurmctld slurmd slurm-client munge slurmrestd slurm-wlm-jwt-plugin
