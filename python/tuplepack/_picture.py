"""How a plan is shown: as text in a terminal, as HTML in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    from .plans import Plan

_EIGHTHS = " ▏▎▍▌▋▊▉"
_STYLE = "font-variant-numeric:tabular-nums;text-align:right;padding:0 .6em"


def counted(number: int, noun: str, plural: str = "") -> str:
    """one pack, 1,234 packs: as the program says it"""
    return f"one {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def sized(sizes: Mapping[str, int]) -> str:
    """nodes/paper 12, edges/cites 1,234"""
    return ", ".join(f"{name} {size:,}" for name, size in sizes.items()) or "no sets"


def shown(value: Any) -> str:
    """repr(), on one line and in at most 80 characters, for messages."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:60]} … {text[-16:]}"


def type_of(value: Any) -> str:
    """The type of a value with its article, for messages: "a list", "an int", "an ndarray"; None as itself."""
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeio' or name.startswith('nd') else 'a'} {name}"


def bar(share: float, width: int) -> str:
    """A share of 1 as a bar of `width` characters."""
    eighths = max(0, min(8 * width, int(8 * width * share + 0.5)))
    whole, rest = divmod(eighths, 8)
    text = "█" * whole + (_EIGHTHS[rest] if rest else "")
    return text.ljust(width)


def _proof(plan: Plan) -> str:
    if plan.gap == 0:
        return "optimal"
    return f"at most {counted(plan.gap, 'pack')} above the optimum ({100 * plan.gap / max(plan.bound, 1):.2f} %)"


def _before(paid: Mapping[str, Any]) -> str:
    return f"batches of {paid['batch']} random items, each padded to its longest"


def plan_text(plan: Plan) -> str:
    lines = [
        f"Plan: {counted(plan.items, 'item')} → {counted(plan.packs, 'pack')}, {plan.packing_factor:.2f} items each",
    ]
    width = max(len(name) for name in plan.components)
    paid = plan.without_packing()
    for name, limit, before, after in zip(plan.components, plan.limits, paid["random"], plan.efficiency):
        lines.append(
            f"  {name:{width}}  limit {limit:>9,}  padding {100 * before:6.2f} % → {100 * (1 - after):6.2f} %"
            f"  {bar(after, 25)}▏{100 * after:6.2f} %"
        )
    lines.append(f"  before: {_before(paid)}")
    lines.append(f"  {plan.method}, {_proof(plan)}")
    return "\n".join(lines)


def plan_html(plan: Plan) -> str:
    import html

    rows = []
    paid = plan.without_packing()
    for name, limit, before, after in zip(plan.components, plan.limits, paid["random"], plan.efficiency):
        picture = (
            '<svg width="200" height="12" role="img" aria-label="efficiency">'
            '<rect width="200" height="12" fill="#8884"/>'
            f'<rect width="{200 * after:.1f}" height="12" fill="#2a7de1"/></svg>'
        )
        cells = (html.escape(name), f"{limit:,}", f"{100 * before:.2f} %", f"{100 * (1 - after):.2f} %", picture,
                 f"{100 * after:.2f} %")
        rows.append("<tr>" + "".join(f'<td style="{_STYLE}">{cell}</td>' for cell in cells) + "</tr>")
    heads = "".join(
        f'<th style="{_STYLE}">{head}</th>'
        for head in ("", "limit", "padding before", "after", "", "efficiency")
    )
    return (
        f"<div><b>{counted(plan.items, 'item')} → {counted(plan.packs, 'pack')}</b>, {plan.packing_factor:.2f} items each; "
        f"{html.escape(plan.method)}, {html.escape(_proof(plan))}"
        f"<table><tr>{heads}</tr>{''.join(rows)}</table>"
        f"Padding before: {html.escape(_before(paid))}</div>"
    )
