import { Tooltip } from '@mantine/core'
import { formatMoment, formatRelative } from '#platform/i18n/format.ts'

type Props = { at: string; children?: string }

/** Drawn when the tooltip opens, so that it is right then. */
const Ago = ({ at }: { at: string }) => <>{formatRelative(at)}</>

/** An instant in full; how long ago it was stands in the tooltip. */
export const Moment = ({ at, children = formatMoment(at) }: Props) => (
  <Tooltip label={<Ago at={at} />}>
    <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {children}
    </time>
  </Tooltip>
)
