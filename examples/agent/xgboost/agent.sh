#!/bin/sh
# Runs a script for the study that saves its model and resumes from it. XGBoost then counts from 0 again.
# FLEXHB selects another launcher, PYTHON another Python. Options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study xgboost --slots 2 --boundary exit --counts since-resume "$@" -- \
  "${PYTHON:-python3}" train.py '{eta}' '{depth}'
