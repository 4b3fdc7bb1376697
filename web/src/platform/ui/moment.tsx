import { useState } from 'react'
import { Tooltip } from '@mantine/core'
import { formatMoment, formatRelative } from '#platform/i18n/format.ts'

type Props = { at: string; children?: string }

/** An instant in full; how long ago it was stands in the tooltip, worked out when that opens. */
export const Moment = ({ at, children = formatMoment(at) }: Props) => {
  const [ago, setAgo] = useState('')
  const read = () => setAgo(formatRelative(at))
  return (
    <Tooltip label={ago} disabled={ago === ''}>
      <time dateTime={at} onMouseEnter={read} style={{ whiteSpace: 'nowrap' }}>
        {children}
      </time>
    </Tooltip>
  )
}
