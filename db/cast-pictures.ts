/** The pictures of the demo's news, drawn by ourselves in SVG. */
const WIDTH = 1600;
const HEIGHT = 1067;
/** As wide as they are stored: larger ones would make the first start slower. */
const STORED_WIDTH = 1080;

function picture(sky: readonly [string, string], drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${STORED_WIDTH}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${drawing}</svg>`;
}

function scattered(index: number): number {
  const wave = Math.sin(index * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
}

function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

const COLOURS = ['#f5a524', '#e8622a', '#fff2e2', '#6fd6cb', '#ff8a5c'] as const;

function colour(index: number): string {
  return COLOURS[index % COLOURS.length]!;
}

function burst(x: number, y: number, { rays, radius, index }: { rays: number; radius: number; index: number }): string {
  return times(rays, (ray) => {
    const angle = (ray / rays) * Math.PI * 2;
    const far = radius * (0.75 + scattered(ray + index) * 0.35);
    const point = (share: number): string => `${(x + Math.cos(angle) * far * share).toFixed(1)} ${(y + Math.sin(angle) * far * share).toFixed(1)}`;
    const [endX, endY] = point(1).split(' ');
    return `<path d="M${point(0.28)}L${point(0.92)}" stroke="${colour(index)}" stroke-width="5" stroke-linecap="round" opacity=".85"/><circle cx="${endX}" cy="${endY}" r="7" fill="${colour(index + 1)}"/>`;
  });
}

const TOWN = `<path d="M0 1067V800h110v-70h80v70h120v-140l60-50 60 50v140h150v-60h110v60h90v-190l45-90 45 90v190h120v-90h120v90h140v-150h90v150h130v-60h130v327z" fill="#16060e"/>${times(26, (index) => `<rect x="${30 + index * 61}" y="${850 + Math.round(scattered(index) * 140)}" width="16" height="24" fill="#f5a524" opacity="${(0.35 + scattered(index + 3) * 0.6).toFixed(2)}"/>`)}`;

const FLAMES = `<g transform="translate(800 1000)"><path d="M-300 0C-380-250-210-330-240-560-120-470-150-340-70-300-90-480 20-620-30-820 150-660 120-480 180-380 210-450 200-500 190-560 320-420 340-190 270 0z" fill="#e8622a"/><path d="M-190 0C-240-170-130-230-140-380-60-320-70-220-20-190-30-330 40-420 20-560 130-440 110-300 150-230 170-270 165-300 160-340 240-240 240-110 190 0z" fill="#f5a524"/><path d="M-90 0c-30-110 20-150 20-240 60 60 40 120 80 140 10-60 20-90 10-150 80 80 90 170 60 250z" fill="#fff2e2"/></g>`;

const PAN = `<g transform="translate(800 540)"><circle r="430" fill="#2a1720" opacity=".28" cx="14" cy="26"/><circle r="430" fill="#3a2a2e"/><circle r="392" fill="#e9a63a"/><rect x="-520" y="-46" width="130" height="92" rx="46" fill="none" stroke="#3a2a2e" stroke-width="30"/><rect x="390" y="-46" width="130" height="92" rx="46" fill="none" stroke="#3a2a2e" stroke-width="30"/>${times(240, (index) => {
  const [angle, far] = [scattered(index) * 6.283, Math.sqrt(scattered(index + 500)) * 372];
  return `<ellipse cx="${(Math.cos(angle) * far).toFixed(0)}" cy="${(Math.sin(angle) * far).toFixed(0)}" rx="11" ry="5" fill="${index % 2 === 0 ? '#f6cf7a' : '#d98e22'}" transform="rotate(${Math.round(scattered(index + 9) * 180)} ${(Math.cos(angle) * far).toFixed(0)} ${(Math.sin(angle) * far).toFixed(0)})"/>`;
})}${times(12, (index) => `<path d="M0-60c26 34 26 86 0 120-26-34-26-86 0-120z" fill="${index % 3 === 0 ? '#b3261e' : '#3c6b34'}" transform="rotate(${index * 30}) translate(0 -${index % 2 === 0 ? 270 : 170})"/>`)}${times(6, (index) => `<g transform="rotate(${index * 60 + 15}) translate(0 -300)"><path d="M-40-24a46 46 0 1 1 80 0" fill="none" stroke="#e8622a" stroke-width="24" stroke-linecap="round"/></g>`)}<circle r="46" fill="#f6e27a"/><path d="M0-46V46M-46 0H46M-33-33 33 33M33-33-33 33" stroke="#fff8ec" stroke-width="6"/></g>`;

const FLOWERS = times(70, (index) => {
  const [x, y] = [scattered(index) * WIDTH, 330 + scattered(index + 77) * 720];
  const petals = times(6, (petal) => `<ellipse cy="-26" rx="17" ry="26" transform="rotate(${petal * 60})"/>`);
  return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${(1.5 + scattered(index + 5) * 1.2).toFixed(2)})"><g fill="${['#fde6dc', '#d6452b', '#fff8ec', '#f0a3a3', '#9d2710'][index % 5]}">${petals}</g><circle r="13" fill="#f5a524"/></g>`;
});

const CONFETTI = times(160, (index) => `<rect x="${(scattered(index) * WIDTH).toFixed(0)}" y="${(scattered(index + 31) * HEIGHT).toFixed(0)}" width="22" height="12" rx="3" fill="${colour(index)}" transform="rotate(${Math.round(scattered(index + 8) * 180)} ${(scattered(index) * WIDTH).toFixed(0)} ${(scattered(index + 31) * HEIGHT).toFixed(0)})"/>`);

const PIPES = `<g transform="translate(800 560) rotate(-24)"><path d="M-520-26 380-46 560-120c24-8 40 4 40 30v180c0 26-16 38-40 30L380 46-520 26z" fill="#7a3b1e"/><path d="M-520-26 380-46v20L-520-12z" fill="#a5673f"/><path d="M-600-12h90v24h-90z" fill="#f5a524"/>${times(7, (index) => `<circle cx="${-360 + index * 95}" cy="0" r="17" fill="#2a1720"/>`)}<path d="M380-46h26V46h-26zM-300-30h20v60h-20z" fill="#f5a524"/></g>`;

export const PICTURES = {
  fireworks: picture(['#1e0a14', '#7a1f1a'], `${burst(420, 330, { rays: 26, radius: 250, index: 0 })}${burst(1130, 260, { rays: 30, radius: 220, index: 3 })}${burst(800, 500, { rays: 22, radius: 170, index: 1 })}${TOWN}`),
  fire: picture(['#12060c', '#4a1028'], `${times(70, (index) => `<circle cx="${(300 + scattered(index) * 1000).toFixed(0)}" cy="${(scattered(index + 40) * 900).toFixed(0)}" r="${(3 + scattered(index + 2) * 6).toFixed(1)}" fill="${colour(index)}" opacity=".8"/>`)}${FLAMES}`),
  paella: picture(['#f8ecd9', '#ead9c0'], PAN),
  flowers: picture(['#ffd9a0', '#f8ecd9'], FLOWERS),
  music: picture(['#0b6e69', '#0e3533'], `${CONFETTI}${PIPES}`),
} as const satisfies Record<string, string>;

export type PictureName = keyof typeof PICTURES;
