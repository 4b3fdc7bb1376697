import type { MemberFacts } from '../members/factory.ts'
import { people, personaPasts, type Habit, type Habits, type PersonFacts, type PlaceName } from './people.ts'
import { personas, type PersonaName } from './personas.ts'
import { createRandom, type Random } from './random.ts'

export type SeededPlace = { id: number; name: string }
export type Places = Record<PlaceName, SeededPlace>

/** A person of the demonstration, with all that a year of stories is told from. */
export type CastMember = Habits & {
  id: number
  /** Known by name in the guides: what they are today is left as it is. */
  isPersona: boolean
  firstName: string
  lastName: string
  screenName: string
  email: string
  phone: string
  plate: string | null
  card: string | null
  membership: NonNullable<MemberFacts['state']>
  isAdmin: boolean
  permissions: NonNullable<MemberFacts['permissions']>
  isUnverified: boolean
  isCancelling: boolean
  isHidden: boolean
  registeredAt: Date
  /** Null for those who never were a member. */
  joinedAt: Date | null
  /** Since then their card opens nothing. */
  leftAt: Date | null
  leftBecause: string | null
  suspendedBecause: string | null
}

/** Local midnight so many days ago, and so many hours after it. */
export const timeOn = (now: Date, { daysAgo, hour = 0 }: { daysAgo: number; hour?: number }): Date => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
  return new Date(day.getTime() + Math.round(hour * 3600) * 1000)
}

const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss' }

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-zøłđß-]/g, '')
    .replace(/[øłđß]/g, (letter) => plainLetters[letter] ?? letter)

/** Numbers that Australia's authority keeps for stories, so that none of them rings anywhere. */
const phones = ['006', '156', '157', '158', '159', '110', '313', '737'].map((end) => `+61491570${end}`)

const habits: readonly Habit[] = ['evenings', 'evenings', 'evenings', 'evenings', 'weekends', 'weekends', 'days']

const habitsOf = (facts: Partial<Habits>, random: Random): Habits => {
  const drawn = { perWeek: random.between(0.4, 1.7), habit: random.pick(habits) }
  return { ...drawn, uses: [], pays: 'ahead', ...facts }
}

/** When a person registered, became a member a few days later, and left again. */
const datesOf = (now: Date, facts: { joined: number; left?: number | undefined; isMember: boolean }) => {
  const random = createRandom(`dates ${facts.joined} ${facts.left}`)
  const registeredAt = timeOn(now, { daysAgo: facts.joined, hour: random.between(8, 22) })
  const leftAt = facts.left === undefined ? null : timeOn(now, { daysAgo: facts.left, hour: random.between(9, 19) })
  const daysAgo = facts.joined - Math.min(random.whole(1, 6), Math.floor(facts.joined / 2))
  const joinedAt = facts.isMember ? timeOn(now, { daysAgo, hour: random.between(16.5, 20.5) }) : null
  return { registeredAt, joinedAt, leftAt }
}

const personaMember = (now: Date, { name, id }: { name: PersonaName; id: number }): CastMember => {
  const facts: MemberFacts = personas[name]
  const { joined, left, ...past } = personaPasts[name]
  const membership = facts.state ?? 'active'
  const isMember = membership === 'active' || membership === 'inactive'
  return {
    id,
    isPersona: true,
    firstName: facts.firstName ?? '',
    lastName: facts.lastName ?? '',
    screenName: facts.screenName ?? '',
    email: facts.email ?? '',
    phone: '',
    plate: null,
    card: facts.cards?.[0] ?? null,
    membership,
    isAdmin: facts.isAdmin ?? false,
    permissions: facts.permissions ?? [],
    isUnverified: false,
    isCancelling: false,
    isHidden: false,
    leftBecause: null,
    suspendedBecause: facts.suspension ?? null,
    ...habitsOf(past, createRandom(name)),
    ...datesOf(now, { joined, left, isMember }),
  }
}

const personMember = (now: Date, { facts, id }: { facts: PersonFacts; id: number }): CastMember => {
  const { firstName, lastName, membership = 'active' } = facts
  const random = createRandom(`${firstName} ${lastName}`)
  const isMember = membership === 'active' || membership === 'inactive'
  const joined = facts.joined ?? random.whole(400, 1400)
  return {
    id,
    isPersona: false,
    firstName,
    lastName,
    screenName: facts.screenName ?? plain(firstName),
    email: `${plain(firstName)}.${plain(lastName)}@example.org`,
    phone: phones[id % phones.length] ?? '',
    plate: facts.plate ?? null,
    card: isMember ? `00${(1_200_000 + id * 8191).toString()}` : null,
    membership,
    isAdmin: facts.isAdmin ?? false,
    permissions: facts.permissions ?? [],
    isUnverified: facts.isUnverified ?? false,
    isCancelling: facts.isCancelling ?? false,
    isHidden: facts.isHidden ?? false,
    leftBecause: facts.leftBecause ?? null,
    suspendedBecause: facts.suspendedBecause ?? null,
    ...habitsOf(facts, random),
    ...datesOf(now, { joined, left: facts.left, isMember }),
  }
}

type Casting = { now: Date; personaIds: Record<PersonaName, number>; firstId: number }

/** Everybody, the personas first. The others get the numbers from `firstId` on. */
export const castMembers = ({ now, personaIds, firstId }: Casting): CastMember[] => [
  ...Object.entries(personaIds).map(([name, id]) => personaMember(now, { name: name as PersonaName, id })), // Object.entries loses the literal names
  ...people.map((facts, at) => personMember(now, { facts, id: firstId + at })),
]

/** The person of the cast with this first name. */
export const memberNamed = (cast: readonly CastMember[], firstName: string): CastMember => {
  const found = cast.find((member) => member.firstName === firstName)
  if (!found) throw new Error(`No one in the cast is called ${firstName}.`)
  return found
}

/** Whether their card worked then. */
export const isActiveAt = ({ joinedAt, leftAt }: CastMember, at: Date): boolean =>
  joinedAt !== null && joinedAt <= at && (leftAt === null || at < leftAt)
