#!/bin/sh
# Joins the study with a script that cannot be resumed: a trial that goes on later is trained from 0 again.
# FLEXHB names another launcher, PYTHON another Python; options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study lightgbm --slots 2 --boundary restart "$@" -- \
  "${PYTHON:-python3}" train.py '{parameters.json}' '{until}'
