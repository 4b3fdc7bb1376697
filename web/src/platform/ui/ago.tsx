import { Tooltip } from '@mantine/core'
import { formatMoment, formatRelative } from '#platform/i18n/format.ts'

type Props = {
  at: string
  /** Keeps it right. */
  now: number
  /** It stands alone, not within a sentence, so it begins as one does: "Now". */
  isAlone?: boolean
}

/** How long ago something was; the instant in full stands in the tooltip, for the keyboard too. */
export const Ago = ({ at, now, isAlone = false }: Props) => {
  const words = formatRelative(at, { now: new Date(now) })
  return (
    <Tooltip label={formatMoment(at)}>
      <time
        dateTime={at}
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the keyboard opens the tooltip too
        style={{ whiteSpace: 'nowrap' }}
      >
        {isAlone ? words.charAt(0).toLocaleUpperCase() + words.slice(1) : words}
      </time>
    </Tooltip>
  )
}
