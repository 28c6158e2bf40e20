#!/bin/sh
# Joins the study with a script that saves its model and goes on from it; XGBoost counts from 0 again then.
# FLEXHB names another launcher, PYTHON another Python; options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study xgboost --slots 2 --boundary exit --counts since-resume "$@" -- \
  "${PYTHON:-python3}" train.py '{eta}' '{depth}'
