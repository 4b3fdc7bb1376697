import { isActiveAt, type CastMember, timeOn } from './cast.ts'
import type { Habit } from './people.ts'
import { createRandom, type Random } from './random.ts'

export type PlannedVisit = {
  member: CastMember
  from: Date
  /** Null: is still here. */
  until: Date | null
}

export const storyDays = 365
const minuteMs = 60_000

/** How busy each day is, Sunday first. Tuesday is the open evening. */
const weekdays: Record<Habit, readonly number[]> = {
  evenings: [0.5, 0.9, 2.1, 1.1, 1.4, 0.5, 0.5],
  days: [0.3, 1.3, 1.4, 1.3, 1.3, 1.1, 0.3],
  weekends: [2.4, 0.1, 0.5, 0.1, 0.2, 0.6, 3.1],
}

/** Holidays empty the space, and long evenings fill it; January first. */
const months = [1.15, 1.1, 1.05, 1, 0.95, 0.9, 0.75, 0.7, 1, 1.1, 1.15, 0.8]

/** Hours after midnight at which they come, and how far from it. */
const arrivals: Record<Habit, { hour: number; spread: number }> = {
  evenings: { hour: 18.4, spread: 1.6 },
  days: { hour: 10.6, spread: 2.2 },
  weekends: { hour: 13, spread: 3 },
}

const latestHour = 23.7

const isWeekend = (day: Date) => day.getDay() === 0 || day.getDay() === 6

const visitOn = (member: CastMember, { day, random }: { day: Date; random: Random }): PlannedVisit | null => {
  const busy = (weekdays[member.habit][day.getDay()] ?? 1) * (months[day.getMonth()] ?? 1)
  if (!random.chance((member.perWeek * busy) / 7)) return null
  const { hour, spread } = isWeekend(day) ? arrivals.weekends : arrivals[member.habit]
  const start = Math.min(Math.max(random.around(hour, spread), 7.5), 21.5)
  const end = Math.min(start + Math.max(0.5, random.around(2.6, 2)), latestHour)
  return { member, from: timeOn(day, { daysAgo: 0, hour: start }), until: timeOn(day, { daysAgo: 0, hour: end }) }
}

/** Who is in the space while the demonstration starts; none of the personas, who are yours to sign in. */
const onSiteNow = ['Amara', 'Pekka', 'Priya', 'Dmytro', 'Margit', 'Céleste', 'Giulia', 'Ioana']

const openVisits = (cast: readonly CastMember[], now: Date): PlannedVisit[] => {
  const random = createRandom('on site now')
  return cast
    .filter(({ isPersona, firstName }) => !isPersona && onSiteNow.includes(firstName))
    .map((member) => ({ member, from: new Date(now.getTime() - random.between(12, 200) * minuteMs), until: null }))
}

const dayMs = 24 * 60 * minuteMs

/** Who came when, in a year with its weeks and seasons, by when they came. No member is on site twice. */
export const planVisits = (cast: readonly CastMember[], now: Date): PlannedVisit[] => {
  const open = openVisits(cast, now)
  const isHere = new Set(open.map(({ member }) => member))
  const planned: PlannedVisit[] = []
  for (const member of cast) {
    const random = createRandom(`visits ${member.screenName}`)
    for (let daysAgo = storyDays; daysAgo >= 0; daysAgo -= 1) {
      const visit = visitOn(member, { day: timeOn(now, { daysAgo }), random })
      const end = visit?.until
      if (!visit || !end || end.getTime() > now.getTime() - 5 * minuteMs || !isActiveAt(member, visit.from)) continue
      if (isHere.has(member) && end.getTime() > now.getTime() - dayMs) continue
      planned.push(visit)
    }
  }
  return [...planned, ...open].toSorted((a, b) => a.from.getTime() - b.from.getTime() || a.member.id - b.member.id)
}
