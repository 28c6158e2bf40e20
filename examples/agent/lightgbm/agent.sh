#!/bin/sh
# Runs a script for the study that cannot be resumed. A trial that continues later is trained from 0 again.
# FLEXHB selects another launcher, PYTHON another Python. Options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study lightgbm --slots 2 --boundary restart "$@" -- \
  "${PYTHON:-python3}" train.py '{parameters.json}' '{until}'
