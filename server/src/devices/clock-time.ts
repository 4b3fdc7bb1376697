/** "1:02:03", as existing clients show how long somebody used a machine. */
export const clockTime = (durationMs: number): string => {
  const seconds = Math.floor(durationMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
