import { useRef } from 'react'
import { formatMoment, formatRelative } from '#platform/i18n/format.ts'
import { LateTooltip } from './late-tooltip.tsx'

type Props = { at: string; children?: string }

/** Drawn when the tooltip opens, so that it is right then. */
const Ago = ({ at }: { at: string }) => <>{formatRelative(at)}</>

/** An instant in full; how long ago it was stands in the tooltip. */
export const Moment = ({ at, children = formatMoment(at) }: Props) => {
  const time = useRef<HTMLTimeElement>(null)
  return (
    <>
      <time ref={time} dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {children}
      </time>
      <LateTooltip label={<Ago at={at} />} target={time} />
    </>
  )
}
