import type { UsePrices } from '../interlocks/rules.ts'
import type { CastMember, Places } from './cast.ts'
import type { PlaceName } from './people.ts'
import type { Story } from './story.ts'

/** What every part of the story is told with. */
export type Telling = { story: Story; cast: readonly CastMember[]; places: Places; now: Date }

export type MachinePlace = 'saw' | 'extractor' | 'laser' | 'kiln'
export type PricedPlace = UsePrices & { maxMinutes: number | null; minBalanceCents: number | null }
export type StockedProduct = {
  id: number
  slot: string
  name: string
  priceCents: number
  costPriceCents: number
  isCounted: boolean
}

export type Scene = {
  now: Date
  story: Story
  places: Places
  prices: Record<MachinePlace, PricedPlace>
  products: readonly StockedProduct[]
  /** Who takes money at the desk, and who does it for them. */
  treasurer: CastMember
  deputy: CastMember
  /** No member could use it then. */
  isLockedOut: (place: PlaceName, at: Date) => boolean
}
