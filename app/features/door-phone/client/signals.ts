import type { AdmissionTone } from '#app/domain/door/verdict.ts';

const NOTES: Record<AdmissionTone, readonly number[]> = { yes: [880, 1320], warn: [440, 440], no: [220, 160] };
const VIBRATIONS: Record<AdmissionTone, number | number[]> = { yes: 90, warn: [120, 80, 120], no: [350, 120, 350] };
const NOTE_S = 0.13;

let audio: AudioContext | null = null;

/** Browsers allow sound only after a touch. */
export function wakeSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

export function signal(tone: AdmissionTone): void {
  if ('vibrate' in navigator) navigator.vibrate(VIBRATIONS[tone]);
  if (audio === null || audio.state !== 'running') return;
  const startsAt = audio.currentTime;
  for (const [index, frequency] of NOTES[tone].entries()) {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0.25, startsAt + index * NOTE_S);
    gain.gain.exponentialRampToValueAtTime(0.001, startsAt + (index + 1) * NOTE_S);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(startsAt + index * NOTE_S);
    oscillator.stop(startsAt + (index + 1) * NOTE_S);
  }
}
