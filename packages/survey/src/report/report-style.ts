/** The saved report's looks; nothing is loaded from anywhere. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #172033; --soft: #4d5a70; --paper: #fff; --rim: #dde2ea;
  --good: #1b6e36; --care: #a84b00; --bad: #b3261e; --gps: #0b5cad; --fms: #6a3fa0; --flight: #8a94a6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf4; --soft: #a6b2c6; --paper: #161e2d;
  --rim: #2a3548; --good: #7ad394; --care: #ffab5e; --bad: #ff8a80; --gps: #7cb8ff; --fms: #c5a3ff;
  --flight: #6d7a90; } }
body { max-width: 960px; margin: 24px auto; padding: 0 20px; color: var(--ink); background: var(--paper);
  font: 15px/1.45 "Segoe UI", system-ui, "Noto Sans", sans-serif; }
h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1.05rem; margin: 24px 0 8px; }
header p { margin: 2px 0; color: var(--soft); }
.verdict { border-left: 6px solid; padding: 4px 16px; margin: 16px 0; }
.verdict h2 { font-size: 1.5rem; margin: 4px 0; } .verdict p { margin: 4px 0; color: var(--ink); }
.verdict .soft { color: var(--soft); }
.valid { color: var(--good); } .passed { color: var(--soft); } .warnings, .warned { color: var(--care); }
.blocked, .failed { color: var(--bad); }
.rule { margin: 0; padding: 4px 0; border-bottom: 1px solid var(--rim); }
.state { display: inline-block; width: 6em; font-weight: 650; }
ul { margin: 4px 0 8px; padding-left: 6em; list-style: none; }
.name { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; white-space: pre-wrap;
  overflow-wrap: anywhere; }
svg { width: 100%; height: auto; font-size: 12px; } text { fill: var(--soft); } .label { fill: var(--ink); }
svg.plan { max-width: 460px; max-height: 460px; border: 1px solid var(--rim); border-radius: 6px; }
.grid { stroke: var(--rim); } .mark { stroke: var(--ink); stroke-dasharray: 4 3; }
rect.flight { fill: var(--flight); } rect.gps { fill: var(--gps); } rect.fms { fill: var(--fms); }
.line, .cross, .area { fill: none; stroke: var(--gps); stroke-width: 1.2; }
.cross { stroke: var(--care); } .area { stroke: var(--flight); fill: var(--flight); fill-opacity: 0.15; }
th { text-align: left; padding-right: 16px; font-weight: 500; }
@media print { body { margin: 0; max-width: none; } }
`;
