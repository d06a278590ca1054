export function ageText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 1) return "de fa menys d'un minut";
  if (minutes < 60) return `de fa ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `de fa ${hours} h` : `de fa ${Math.floor(hours / 24)} dies`;
}
