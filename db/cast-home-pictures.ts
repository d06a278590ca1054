/** The portraits and the monument of the demo's home, drawn by ourselves in SVG. */
interface Look {
  ground: readonly [string, string];
  hair: string;
  dress: string;
  /** Of the band across the dress, and of the combs. */
  gold: string;
}

const SKIN = '#f3c9a5';
const INK = '#3a1424';

function bust({ ground, hair, dress, gold }: Look, drawing: string, behind = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" viewBox="0 0 640 800">
<defs><radialGradient id="ground" cx=".5" cy=".35" r=".8"><stop offset="0" stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></radialGradient></defs>
<rect width="640" height="800" fill="url(#ground)"/>
<g stroke="${INK}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round">
${behind.replaceAll('HAIR', hair)}
<path d="M70 800c4-130 60-196 176-214h148c116 18 172 84 176 214z" fill="${dress}"/>
<path d="M268 520h104v70c0 40-104 40-104 0z" fill="${SKIN}"/>
${drawing.replaceAll('HAIR', hair).replaceAll('GOLD', gold)}
<path d="M190 600l96 200M450 600l-96 200" fill="none" stroke="${gold}" stroke-width="26"/>
</g></svg>`;
}

const FACE = `<path d="M206 330c0-150 228-150 228 0 0 130-50 214-114 214S206 460 206 330z" fill="${SKIN}"/><path d="M262 356c10-12 28-12 38 0M340 356c10-12 28-12 38 0M284 446c20 22 52 22 72 0" fill="none"/><path d="M320 372c-4 24-10 34 2 40" fill="none" stroke-width="5"/>`;
const CHEEKS = '<g fill="#e58a72" stroke="none" opacity=".55"><circle cx="256" cy="412" r="22"/><circle cx="384" cy="412" r="22"/></g>';
const PARTED = '<path d="M320 186c-90 0-130 66-124 160 40-30 96-74 124-120 28 46 84 90 124 120 6-94-34-160-124-160z" fill="HAIR"/>';
const BUNS = '<circle cx="178" cy="350" r="58" fill="HAIR"/><circle cx="462" cy="350" r="58" fill="HAIR"/><path d="M178 312a38 38 0 1 0 38 38 24 24 0 1 0-24 24M462 312a38 38 0 1 1-38 38 24 24 0 1 1 24 24" fill="none" stroke="GOLD" stroke-width="8"/>';
const COMB = '<path d="M232 196c10-108 166-108 176 0-44-26-132-26-176 0z" fill="GOLD"/><path d="M268 172V124M320 162v-52M372 172v-48" stroke-width="6"/>';
const EARRINGS = '<path d="M210 430v34M430 430v34" stroke="GOLD" stroke-width="12"/><circle cx="210" cy="478" r="15" fill="GOLD"/><circle cx="430" cy="478" r="15" fill="GOLD"/>';
const FALLERA = `${COMB}${BUNS}${FACE}${PARTED}${CHEEKS}${EARRINGS}<path d="M236 616c40 60 128 60 168 0" fill="none" stroke="#fff8ec" stroke-width="24"/>`;

const RAYS = Array.from({ length: 18 }, (_, ray) => `<path d="M800 640L${(800 + Math.cos((ray / 18) * 6.283) * 1_400).toFixed(0)} ${(640 + Math.sin((ray / 18) * 6.283) * 1_400).toFixed(0)}L${(800 + Math.cos(((ray + 0.5) / 18) * 6.283) * 1_400).toFixed(0)} ${(640 + Math.sin(((ray + 0.5) / 18) * 6.283) * 1_400).toFixed(0)}z" fill="#ffd9a0" opacity=".55"/>`).join('');
const SCALES = Array.from({ length: 36 }, (_, at) => `<path d="M${620 + (at % 6) * 62} ${560 + Math.floor(at / 6) * 52}q31 40 62 0" fill="none" stroke="#0e3533" stroke-width="6"/>`).join('');

/** 'La mar no tanca mai': a wave that holds up a mermaid with a lamp, over the people who come home from fishing. */
const MONUMENT = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" viewBox="0 0 1600 1067">
<rect width="1600" height="1067" fill="#f8ecd9"/>${RAYS}
<g stroke="${INK}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round">
<path d="M380 980c-20-190 70-330 240-380-90 70-80 160-10 190-40-230 110-380 330-350 150 22 240 130 230 260-50-90-150-110-200-50 120 20 220 140 250 330z" fill="#1f8f86"/>
<path d="M470 980c0-120 60-220 150-250M720 980c-40-170 10-330 160-380M1000 980c40-110 30-200-40-270" fill="none" stroke="#bfeee7"/>
<path d="M640 620c10-130 100-200 190-190 80 10 130 90 110 190-10 90-60 160-20 250-90 30-190 20-270-20 30-80 0-150-10-230z" fill="#35b3a6"/>${SCALES}
<path d="M742 440c0-60 20-110 60-110s62 50 62 110z" fill="${SKIN}"/>
<path d="M726 470c60 30 100 30 152 0l-10-60c-40 20-90 20-132 0z" fill="#e8622a"/>
<circle cx="803" cy="262" r="72" fill="${SKIN}"/>
<path d="M803 176c-80 0-112 70-96 180 10-60 40-110 96-128 56 18 86 68 96 128 16-110-16-180-96-180z" fill="#b3261e"/>
<path d="M778 264h2M828 264h2M784 298c12 12 28 12 40 0" fill="none"/>
<path d="M880 400c60-40 90-110 92-180" fill="none" stroke="${SKIN}" stroke-width="34"/>
<path d="M944 190l28-70 34 70z" fill="#f5a524"/><path d="M938 190h72v54h-72z" fill="#fff2e2"/><path d="M974 100V70M1030 120l24-20M918 120l-24-20" stroke="#f5a524"/>
<path d="M250 980h1100v60H250z" fill="#7a3b1e"/>
<path d="M330 980c0-70 20-110 50-110s50 40 50 110zM1190 980c0-70 20-110 50-110s50 40 50 110z" fill="#4a1028"/><circle cx="380" cy="838" r="34" fill="${SKIN}"/><circle cx="1240" cy="838" r="34" fill="${SKIN}"/>
<path d="M340 824h80l-14-30h-52zM1200 824h80l-14-30h-52z" fill="#f5a524"/>
<path d="M520 930c60-40 160-40 220 0-60 40-160 40-220 0zM520 930l-40-30v60zM900 940c50-34 130-34 180 0-50 34-130 34-180 0zM1080 940l36-28v56z" fill="#fff2e2"/>
</g></svg>`;

export const HOME_PICTURES = {
  'fallera-major': bust({ ground: ['#f5a524', '#9d2710'], hair: '#4a2412', dress: '#b3261e', gold: '#f6cf7a' }, FALLERA),
  'fallera-infantil': bust({ ground: ['#bfeee7', '#0b6e69'], hair: '#8a4a1c', dress: '#1f8f86', gold: '#f6cf7a' }, FALLERA),
  presidenta: bust({ ground: ['#fde6dc', '#7a1f1a'], hair: '#2a1720', dress: '#4a1028', gold: '#f5a524' }, `${FACE}${PARTED}${CHEEKS}${EARRINGS}`, '<path d="M190 330c-40 150-20 240 20 300h220c40-60 60-150 20-300z" fill="HAIR"/>'),
  'president-infantil': bust({ ground: ['#ffd9a0', '#c8381a'], hair: '#5a3018', dress: '#1e3a5f', gold: '#f5a524' }, `${FACE}<path d="M204 330c-6-120 60-170 120-164 80-4 122 50 112 150-40-40-70-60-90-92-30 40-90 66-142 106z" fill="HAIR"/>${CHEEKS}<path d="M250 596l70 60 70-60" fill="#fff8ec"/>`),
  monument: MONUMENT,
} as const satisfies Record<string, string>;
