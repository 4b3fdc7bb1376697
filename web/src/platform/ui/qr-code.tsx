import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** The dark squares of a QR code as one path, a run of them at a time. */
const pathOf = (rows: boolean[][]) =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return [`M${x} ${y}h${width}v1h-${width}z`]
      }),
    )
    .join('')

/** An address, or another text, as a QR code: always dark on white, whatever the colours, because scanners want it so. */
export const QrCode = ({ address, label }: { address: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(address, { ecc: 'M', border: 4 })
    return { size: modules, path: pathOf(data) }
  }, [address])
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="#000000" />
    </svg>
  )
}
