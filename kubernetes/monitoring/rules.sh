#!/usr/bin/env bash
# Generates prometheus-rule.yaml from the rules in dashboards/prometheus/rules.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
{
  cat <<'YAML'
# Made by rules.sh of dashboards/prometheus/rules: change those.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: flexhb
  labels:
    app.kubernetes.io/name: flexhb-tuner
spec:
  groups:
YAML
  for file in alerts recording; do
    # Everything below 'groups:', indented further.
    awk 'below { print /./ ? "    " $0 : "" } /^groups:/ { below = 1 }' "../../dashboards/prometheus/rules/$file.yml"
  done
} >prometheus-rule.yaml
