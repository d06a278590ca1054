/** What the site's tokens have beside an association's own colours. */
const GROUNDS = ':root{color-scheme:light dark;--paper:#fff8ec;--surface:#fffdf9;--ink:#2a1720;--ink-soft:#6b5060;--line:#ead9c0}@media(prefers-color-scheme:dark){:root{--paper:#170a11;--surface:#22121b;--ink:#fbeee2;--ink-soft:#d6bcc5;--line:#452c3a}}';

export const EMBED_LAYOUT = `${GROUNDS}
*{box-sizing:border-box;margin:0}
body{padding:16px;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin-bottom:12px;color:var(--title);font:700 1.375rem/1.2 Georgia,serif}
h2{font:700 1.125rem/1.25 Georgia,serif}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:12px;padding:0;list-style:none}
li{display:grid;grid-template-columns:88px minmax(0,1fr);gap:12px;align-items:start;padding:12px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
li>div{display:grid;gap:4px}
img{width:88px;height:110px;border-radius:8px;object-fit:cover}
p{color:var(--ink-soft)}
.foot{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.price{color:var(--ink);font-weight:700}
.buy{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border-radius:999px;background:var(--ember-fill);color:#fffaf5;font-weight:700;text-decoration:none}
.few{color:var(--saffron-ink);font-weight:600}
.all{margin-top:12px}
.all a{display:inline-flex;align-items:center;min-height:44px;color:var(--ember);font-weight:600}
a:focus-visible{outline:3px solid var(--ember);outline-offset:2px}
`;
