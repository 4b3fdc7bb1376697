import type { TypedMotion, typedShares } from '@spacekeeper/contract/votes/forms.ts'
import type { MotionView } from '@spacekeeper/contract/votes/shapes.ts'

const emptyOption = { name: '', details: '' }

const empty: TypedMotion = {
  kind: 'motion',
  title: '',
  details: '',
  ballot: 'open',
  method: 'ranked',
  seats: 1,
  share: 'half',
  numerator: 2,
  denominator: 3,
  shareOf: 'cast',
  options: [emptyOption, emptyOption],
  opensAt: '',
  closesAt: '',
}

const typedShare = (share: MotionView['share']): (typeof typedShares)[number] => {
  if (share === null) return 'half'
  const { numerator, denominator } = share
  if (numerator * 3 === denominator * 2) return 'twoThirds'
  return numerator * 4 === denominator * 3 ? 'threeQuarters' : 'other'
}

const two = (number: number) => String(number).padStart(2, '0')

/** What a field of a browser takes: the time where its reader is. */
const asField = (instant: string | null): string => {
  if (instant === null) return ''
  const at = new Date(instant)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** A vote as a form shows it; without one an empty form. */
export const typedMotion = (motion: MotionView | undefined): TypedMotion => {
  if (!motion) return empty
  const { kind, title, details, ballot, method, seats, share, shareOf, options } = motion
  return {
    ...empty,
    ...share,
    kind,
    title,
    details,
    ballot,
    method: method === 'approval' ? 'approval' : 'ranked',
    seats,
    share: typedShare(share),
    shareOf,
    options: options.length > 0 ? options.map(({ name, details: about }) => ({ name, details: about })) : empty.options,
    opensAt: asField(motion.opensAt),
    closesAt: asField(motion.closesAt),
  }
}
