import type { Permission } from '@spacekeeper/contract/route.ts'
import type { PersonaName } from './personas.ts'

export type PlaceName =
  | 'front'
  | 'woodshop'
  | 'metal'
  | 'electronics'
  | 'saw'
  | 'extractor'
  | 'laser'
  | 'kiln'
  | 'drinks'

/** When a member comes, if they come: after work, during the day, or at weekends. */
export type Habit = 'evenings' | 'days' | 'weekends'

export type Habits = {
  /** Visits in an ordinary week. */
  perWeek: number
  habit: Habit
  /** What they were shown, beside the front door. */
  uses: readonly PlaceName[]
  /** `late`: has not paid in for weeks. `none`: spends nothing at all. */
  pays: 'ahead' | 'late' | 'none'
}

/** What is special about a person; all else is drawn. Times are days before the moment of seeding. */
export type PersonFacts = Partial<Habits> & {
  firstName: string
  lastName: string
  membership?: 'noob' | 'inactive' | 'accountonly'
  joined?: number
  /** Since then they come no more. */
  left?: number
  /** Why they are inactive; without a reason their subscription ended. */
  leftBecause?: string
  suspendedBecause?: string
  isAdmin?: true
  permissions?: readonly Permission[]
  isUnverified?: true
  isCancelling?: true
  isHidden?: true
  screenName?: string
  plate?: string
}

const wood = ['woodshop', 'saw', 'extractor'] as const
const light = ['electronics', 'laser'] as const
const metal = ['woodshop', 'metal'] as const
const fire = ['electronics', 'kiln'] as const

const active: PersonFacts[] = [
  { firstName: 'Ines', lastName: 'Carvalho', isAdmin: true, joined: 1490, perWeek: 2, uses: [...wood, ...light] },
  {
    firstName: 'Noor',
    lastName: 'Haddad',
    permissions: ['access', 'devices'],
    joined: 1180,
    uses: [...metal, ...light],
  },
  { firstName: 'Margit', lastName: 'Vass', permissions: ['money'], joined: 1390, habit: 'days', uses: [...fire] },
  { firstName: 'Tomasz', lastName: 'Wilga', permissions: ['members', 'meetings'], joined: 960, uses: [...wood] },
  { firstName: 'Amara', lastName: 'Nwosu', perWeek: 3.2, habit: 'evenings', uses: [...wood, ...light] },
  { firstName: 'Jonas', lastName: 'Brandl', uses: [...wood], pays: 'late', perWeek: 1.9, joined: 610 },
  { firstName: 'Mei-Ling', lastName: 'Chao', uses: [...light], screenName: 'solderqueen' },
  { firstName: 'Tariq', lastName: 'Rahimi', uses: [...metal], plate: 'RBM 417' },
  { firstName: 'Sofía', lastName: 'Quintero', uses: [...fire, 'laser'] },
  { firstName: 'Pekka', lastName: 'Lehtola', habit: 'days', perWeek: 2.6, uses: [...wood, 'metal'] },
  { firstName: 'Ngozi', lastName: 'Adeyinka', uses: [...light] },
  { firstName: 'Luka', lastName: 'Perkušić', uses: [...metal], screenName: 'swarf' },
  { firstName: 'Yuki', lastName: 'Morishita', uses: [...light], habit: 'weekends' },
  { firstName: 'Elif', lastName: 'Karaca', uses: [...wood], plate: 'ELK 22' },
  { firstName: 'Rafael', lastName: 'Monteiro', uses: [...wood, 'laser'], pays: 'late', perWeek: 1.6, joined: 380 },
  { firstName: 'Saoirse', lastName: 'Kinsella', uses: [...fire] },
  { firstName: 'Dmytro', lastName: 'Hnatiuk', uses: [...metal, 'electronics'], perWeek: 2.2 },
  { firstName: 'Priya', lastName: 'Venkatesan', uses: [...light], habit: 'evenings', perWeek: 1.8 },
  { firstName: 'Åsa', lastName: 'Nyholm', uses: [...wood], habit: 'days' },
  { firstName: 'Kwabena', lastName: 'Oforiwa', uses: [...metal] },
  { firstName: 'Giulia', lastName: 'Ferrantelli', uses: [...fire, ...wood] },
  { firstName: 'Vojtěch', lastName: 'Malina', uses: [...light], screenName: 'ohm' },
  { firstName: 'Leilani', lastName: 'Kahele', uses: [...wood], habit: 'weekends' },
  { firstName: 'Anselm', lastName: 'Vogelsang', uses: [...metal], habit: 'days', plate: 'AV 1960' },
  { firstName: 'Bronwyn', lastName: 'Prosser', uses: [...wood] },
  { firstName: 'Minh', lastName: 'Đặng', uses: [...light], isCancelling: true },
  { firstName: 'Ioana', lastName: 'Lupan', uses: ['electronics'], isHidden: true },
  { firstName: 'Markel', lastName: 'Etxeberri', uses: [...wood], joined: 300 },
  { firstName: 'Freya', lastName: 'Dalsgård', uses: [...light], joined: 260 },
  { firstName: 'Arjun', lastName: 'Deshmane', uses: [...metal], joined: 221 },
  { firstName: 'Wiremu', lastName: 'Tautari', uses: [...wood], joined: 187 },
  { firstName: 'Nadia', lastName: 'Benslama', uses: [...fire], joined: 150 },
  { firstName: 'Callum', lastName: 'Strachan', uses: [...wood], joined: 121, screenName: 'sawdust' },
  { firstName: 'Zofia', lastName: 'Wronka', uses: [...light], joined: 88 },
  { firstName: 'Babak', lastName: 'Farahmand', uses: ['electronics'], joined: 64 },
  { firstName: 'Céleste', lastName: 'Ouellon', uses: ['woodshop'], joined: 39, perWeek: 2.4 },
  { firstName: 'Hyun-woo', lastName: 'Baek', uses: [], joined: 19, perWeek: 1.8 },
  { firstName: 'Femke', lastName: 'Terpsma', uses: ['woodshop'], joined: 11, perWeek: 2 },
]

const others: PersonFacts[] = [
  { firstName: 'Omar', lastName: 'Belkadour', membership: 'inactive', left: 24, uses: [...light] },
  { firstName: 'Tilda', lastName: 'Ekhammar', membership: 'inactive', left: 71, leftBecause: 'Moved to another city.' },
  {
    firstName: 'Rubén',
    lastName: 'Salcedo',
    membership: 'inactive',
    left: 46,
    leftBecause: 'Asked to pause until spring.',
  },
  { firstName: 'Aoife', lastName: 'Brannock', membership: 'inactive', left: 133 },
  {
    firstName: 'Halil',
    lastName: 'Özgül',
    membership: 'inactive',
    left: 98,
    leftBecause: 'No payment for three months.',
  },
  { firstName: 'Greta', lastName: 'Sommerauer', membership: 'inactive', left: 205, uses: [...wood] },
  {
    firstName: 'Piet',
    lastName: 'Hoekman',
    uses: [...metal],
    left: 33,
    suspendedBecause: 'Let three people in with one card, after two warnings. We talk on the first Monday.',
  },
  { firstName: 'Lindiwe', lastName: 'Mabaso', membership: 'accountonly', joined: 410 },
  { firstName: 'Ott', lastName: 'Kaljula', membership: 'accountonly', joined: 170 },
  { firstName: 'Manu', lastName: 'Faleolo', membership: 'noob', joined: 9 },
  { firstName: 'Katya', lastName: 'Rudenok', membership: 'noob', joined: 6 },
  { firstName: 'Bashir', lastName: 'Qaderi', membership: 'noob', joined: 4, isUnverified: true },
  { firstName: 'Solveig', lastName: 'Haugstad', membership: 'noob', joined: 2 },
  { firstName: 'Dario', lastName: 'Bevilaqua', membership: 'noob', joined: 1, isUnverified: true },
]

/** Everybody beside the personas; none of them is a real person. */
export const people: readonly PersonFacts[] = [...active, ...others]

/** The year behind the personas. What they are and have today is theirs already. */
export const personaPasts: Record<PersonaName, Partial<Habits> & { joined: number; left?: number }> = {
  ada: { joined: 1530, perWeek: 2.1, habit: 'evenings', uses: ['woodshop', 'metal', 'saw', 'extractor'] },
  bo: { joined: 720, perWeek: 1.7, habit: 'evenings', uses: ['woodshop', 'saw', 'extractor'] },
  cy: { joined: 540, left: 18, perWeek: 1.2, uses: ['woodshop'], pays: 'none' },
  di: { joined: 5, pays: 'none' },
  eve: { joined: 830, left: 37, perWeek: 1.5, uses: ['metal'], pays: 'none' },
  fay: { joined: 295, pays: 'none' },
  gil: { joined: 1240, perWeek: 1.9, habit: 'days', uses: ['woodshop', 'metal'], pays: 'none' },
}
