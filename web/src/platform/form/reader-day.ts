/** The day it is for the reader, or so many days later, as a date field has it. */
export const readerDay = (daysAhead = 0): string => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000 + daysAhead * 86_400_000).toISOString().slice(0, 10)
}
