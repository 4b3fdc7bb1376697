import { Tooltip } from '@mantine/core'
import { formatMoment, formatRelative } from '#platform/i18n/format.ts'

/** How long ago something was; the instant in full stands in the tooltip, for the keyboard too. `now` keeps it right. */
export const Ago = ({ at, now }: { at: string; now: number }) => (
  <Tooltip label={formatMoment(at)}>
    <time
      dateTime={at}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- the keyboard opens the tooltip too
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatRelative(at, { now: new Date(now) })}
    </time>
  </Tooltip>
)
