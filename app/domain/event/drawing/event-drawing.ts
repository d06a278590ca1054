/** What the drawn poster of an event shows, chosen by the event's emoji. */
const DRAWINGS = {
  paella: '🥘🍚🍛🍲🍤🦐🦞🦀🫕🍜🍝',
  plate: '🍽🍴🥗🍖🍗🥩🌭🍔🍕🥪🥖🧀🍳🥟🥧🍅🫑🌽🥔🧅🍢🍱',
  cup: '🍫☕🍵🧉🥛🍩🥐🍪🧁🍰🎂🍮🍨🍦🍺🍻🍷🥂🍸🍹🥤🎃🌰',
  boat: '🐟🐠🎣🐙🦑⛵🚤🛥🌊🏖🦪⚓🐚',
  guitar: '🎸🎵🎶🎤🎻🪕🎧📻💃🕺🪩',
  drum: '🥁🪘🎺🎷🪗📯🎼🔔',
  ninot: '🎭🎪🤡🎨🗿🎬🏗🧑👧👦👸🤴👑🥸🪅',
  flowers: '💐🌹🌺🌸🌷🌻🌼🌿🌱🪻💒⛪🕊',
  fire: '🔥🌋🕯🏮⛺',
  firecracker: '🧨💣💥⚡📢',
  papers: '📋📄📝📑🗳📣🤝🏛📰📚📖',
  fireworks: '🎆🎇✨🎉🎊🌃🌟',
} as const;

export type EventDrawing = keyof typeof DRAWINGS;

const EVENT_DRAWINGS = ['paella', 'plate', 'cup', 'boat', 'guitar', 'drum', 'ninot', 'flowers', 'fire', 'firecracker', 'papers', 'fireworks'] as const satisfies readonly EventDrawing[];

/** Fireworks where the emoji says nothing that is drawn. */
export function drawingOf(emoji: string): EventDrawing {
  const [first = ''] = emoji;
  return EVENT_DRAWINGS.find((drawing) => first !== '' && DRAWINGS[drawing].includes(first)) ?? 'fireworks';
}
