import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'
import classes from './qr-code.module.css'

/** An address, or another text, as a QR code: always dark on white, whatever the colours, because scanners want it so. */
export const QrCode = ({ address, label }: { address: string; label: string }) => {
  const { size, path } = useMemo(() => qrPath(address), [address])
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="#000000" />
    </svg>
  )
}
