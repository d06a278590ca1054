export const DEV_MAIL_STYLES = `
:root{color-scheme:light dark;--paper:#fff8ec;--surface:#fffdf9;--line:#ead9c0;--ink:#2a1720;--soft:#6b5060;--ember:#b93213;--tint:#fde6dc}
@media (prefers-color-scheme:dark){:root{--paper:#1e0a14;--surface:#2a1420;--line:#4d2a3b;--ink:#fff2e2;--soft:#d9bfae;--ember:#ff9a76;--tint:#4a1f22}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 1rem/1.5 Figtree,system-ui,sans-serif}
a{color:var(--ember)}
a:focus-visible,summary:focus-visible{outline:3px solid #f5a524;outline-offset:2px;border-radius:8px}
header{padding:1.5rem clamp(1rem,4vw,2.5rem);background:#4a1028;color:#fff2e2;border-bottom:8px solid #f5a524}
header a{color:#ffd9a0}
h1,h2,h3{font-family:Fraunces,Georgia,serif;line-height:1.15}
h1{font-size:1.9rem;margin-bottom:.35rem}
main{display:grid;gap:1.5rem;padding:1.5rem clamp(1rem,4vw,2.5rem)}
.empty{max-width:36rem;margin-inline:auto;text-align:center;padding-top:4rem}
nav ol{list-style:none;padding:0;display:grid;gap:.5rem;max-height:24rem;overflow:auto}
nav a{display:grid;gap:.15rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.875rem;background:var(--surface);color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav a[aria-current]{border-color:var(--ember);background:var(--tint)}
nav span,nav time,dl{color:var(--soft);font-size:.92rem}
article{min-width:0}
article h2{font-size:1.5rem;overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.5rem 0 1rem}
dl div{display:flex;gap:.4rem}
dd{color:var(--ink);overflow-wrap:anywhere}
iframe{width:100%;height:min(60rem,85vh);border:1px solid var(--line);border-radius:.875rem;background:#fff8ec}
h3{margin:1.25rem 0 .4rem}
.attachments{padding-left:1.2rem}
.attachments a{display:inline-block;min-height:1.75rem}
details{margin-top:1.25rem}
summary{cursor:pointer;font-weight:650}
pre{margin-top:.6rem;padding:1rem;border:1px solid var(--line);border-radius:.875rem;background:var(--surface);white-space:pre-wrap;overflow-wrap:anywhere;font-size:.95rem}
@media (min-width:60rem){main{grid-template-columns:22rem minmax(0,1fr);align-items:start}nav ol{max-height:none}nav{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto}.empty{display:block}}
`;
