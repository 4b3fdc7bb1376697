const endings: Record<string, string> = {
  card: 'ended with a card',
  device: 'ended at the machine',
  newSession: 'ended by the next use',
  lost: 'ended because the machine fell silent',
  maxDuration: 'ended at the longest time allowed',
}

/** What became of the use of a machine: how long, how much energy, what it cost, and what ended it. */
export const wordUse = (data: Record<string, unknown>, isOver: boolean): string => {
  const minutes = Math.round(Number(data['seconds'] ?? 0) / 60)
  const parts = [
    minutes < 1 ? 'Less than a minute' : `${minutes} min`,
    ...(Number(data['mwh'] ?? 0) > 0 ? [`${(Number(data['mwh']) / 1_000_000).toFixed(2)} kWh`] : []),
    ...(Number(data['cents'] ?? 0) > 0 ? [`cost ${(Number(data['cents']) / 100).toFixed(2)}`] : []),
    ...(isOver ? [endings[String(data['reason'])] ?? 'ended'] : ['still in use']),
  ]
  return parts.join(', ')
}
