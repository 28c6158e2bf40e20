"""How panels of FlexHB's dashboards look: one way for all of them."""

from dataclasses import dataclass, field

from grafana_foundation_sdk.builders import common, dashboard, prometheus, stat, table, timeseries, trend
from grafana_foundation_sdk.models import common as common_models
from grafana_foundation_sdk.models import dashboard as models
from grafana_foundation_sdk.models.prometheus import PromQueryFormat

SOURCE = models.DataSourceRef(type_val="prometheus", uid="${datasource}")
WIDTH = 24


@dataclass
class Panel:
    """One panel. Queries are pairs of expression and legend; thresholds are (value, colour), lowest first."""

    title: str
    description: str
    unit: str
    queries: list
    kind: str = "lines"
    width: int = 8
    height: int = 8
    thresholds: list = field(default_factory=list)
    low: float | None = None
    high: float | None = None
    stacked: bool = False
    stepped: bool = False
    columns: dict = field(default_factory=dict)

    def build(self):
        builder = {
            "lines": self._lines,
            "number": self._number,
            "table": self._table,
            "trend": self._trend,
        }[self.kind]()
        builder.title(self.title).description(self.description).datasource(SOURCE).unit(self.unit)
        builder.span(self.width).height(self.height)
        builder.thresholds(self._thresholds())
        if self.low is not None:
            builder.min(self.low)
        if self.high is not None:
            builder.max(self.high)
        for number, (expression, legend) in enumerate(self.queries):
            builder.with_target(self._query(number, expression, legend))
        return builder

    def _query(self, number, expression, legend):
        query = prometheus.Dataquery().ref_id(chr(ord("A") + number)).expr(expression).legend_format(legend)
        query.datasource(SOURCE)
        if self.kind == "table":
            return query.instant().format(PromQueryFormat.TABLE)
        return query.range()

    def _thresholds(self):
        steps = [models.Threshold(value=None, color="green" if self.thresholds else "blue")]
        steps += [models.Threshold(value=value, color=color) for value, color in self.thresholds]
        return dashboard.ThresholdsConfig().mode(models.ThresholdsMode.ABSOLUTE).steps(steps)

    def _lines(self):
        legend = (
            common.VizLegendOptions()
            .display_mode(common_models.LegendDisplayMode.LIST)
            .placement(common_models.LegendPlacement.BOTTOM)
            .show_legend(True)
        )
        lines = timeseries.Panel().legend(legend).line_width(1).fill_opacity(10)
        lines.span_nulls(False).show_points(common_models.VisibilityMode.AUTO)
        if self.stepped:
            lines.line_interpolation(common_models.LineInterpolation.STEP_AFTER)
        if self.stacked:
            lines.stacking(common.StackingConfig().mode(common_models.StackingMode.NORMAL)).fill_opacity(40)
        if self.thresholds:
            lines.thresholds_style(
                common.GraphThresholdsStyleConfig().mode(common_models.GraphTresholdsStyleMode.DASHED)
            )
        return lines

    def _number(self):
        return (
            stat.Panel()
            .reduce_options(common.ReduceDataOptions().calcs(["lastNotNull"]).values(False))
            .graph_mode(common_models.BigValueGraphMode.AREA)
        )

    def _table(self):
        names = {f"Value #{chr(ord('A') + i)}": legend for i, (_, legend) in enumerate(self.queries)}
        hidden = {name: True for name in ("Time", "instance", "job")}
        result = table.Panel().show_header(True)
        result.with_transformation(models.DataTransformerConfig(id_val="merge", options={}))
        result.with_transformation(
            models.DataTransformerConfig(
                id_val="organize",
                options={"excludeByName": hidden, "renameByName": names | {"study": "study"}, "indexByName": {}},
            )
        )
        for column, unit in self.columns.items():
            result.override_by_name(column, [models.DynamicConfigValue(id_val="unit", value=unit)])
        return result

    def _trend(self):
        """The last query over the first, instead of over time."""
        result = trend.Panel().x_field(self.queries[0][1])
        result.with_transformation(
            models.DataTransformerConfig(id_val="joinByField", options={"byField": "Time", "mode": "inner"})
        )
        result.with_transformation(
            models.DataTransformerConfig(
                id_val="organize", options={"excludeByName": {"Time": True}, "renameByName": {}, "indexByName": {}}
            )
        )
        result.with_transformation(
            models.DataTransformerConfig(
                id_val="sortBy", options={"fields": {}, "sort": [{"field": self.queries[0][1]}]}
            )
        )
        return result


def variable(name, label, query, multi=False):
    """A choice of label values, from a query like label_values(metric, label)."""
    result = (
        dashboard.QueryVariable(name)
        .label(label)
        .datasource(SOURCE)
        .query({"query": query, "refId": name})
        .refresh(models.VariableRefresh.ON_TIME_RANGE_CHANGED)
        .sort(models.VariableSort.ALPHABETICAL_ASC)
    )
    if multi:
        result.multi(True).include_all(True).all_value(".*").current(
            models.VariableOption(text="All", value="$__all", selected=True)
        )
    return result


def board(uid, title, description, variables, rows, annotations=()):
    """A dashboard of rows, each a title and its panels."""
    result = (
        dashboard.Dashboard(title)
        .uid(uid)
        .description(description)
        .tags(["flexhb"])
        .timezone("browser")
        .refresh("30s")
        .time("now-1h", "now")
        .tooltip(models.DashboardCursorSync.CROSSHAIR)
        .editable()
        .with_variable(dashboard.DatasourceVariable("datasource").label("Data source").type("prometheus"))
        .link(
            dashboard.DashboardLink("FlexHB")
            .type(models.DashboardLinkType.DASHBOARDS)
            .tags(["flexhb"])
            .keep_time(True)
            .include_vars(True)
        )
    )
    for each in variables:
        result.with_variable(each)
    for row_title, panels in rows:
        result.with_row(dashboard.Row(row_title))
        for panel in panels:
            result.with_panel(panel.build())
    result = result.build()
    result.id_val = None
    result.annotations = {
        "list": [
            {
                "name": name,
                "datasource": {"type": "prometheus", "uid": "${datasource}"},
                "enable": True,
                "hide": False,
                "iconColor": color,
                "expr": expression,
                "step": "15s",
                "titleFormat": name,
            }
            for name, color, expression in annotations
        ]
    }
    return result
