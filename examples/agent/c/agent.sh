#!/bin/sh
# Joins the study with a program that saves its state and goes on from it.
# FLEXHB names another launcher; options are passed on to the agent.
cd "$(dirname "$0")" || exit
"${CC:-cc}" -O2 -o train train.c || exit
exec "${FLEXHB:-../../../flexhb}" agent --study c --slots 2 --boundary exit "$@" -- \
  ./train '{step}' '{momentum}' '{until}' '{folder}' '{checkpoint}'
