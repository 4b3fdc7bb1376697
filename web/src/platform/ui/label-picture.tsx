import type { LabelDrawing } from '@spacekeeper/contract/labels/shapes.ts'
import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'
import classes from './label-dialog.module.css'

/** A label as it is printed: black on white, whatever the colours of the screen. */
export const LabelPicture = ({ drawing }: { drawing: LabelDrawing }) => {
  const { width, height, texts, code } = drawing
  const { size, path } = useMemo(() => qrPath(code.address), [code.address])
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={texts.map(({ text }) => text).join(', ')}
    >
      <rect width={width} height={height} fill="#ffffff" />
      {texts.map(({ text, x, baseline, size: fontSize, width: textLength, isStrong }) => (
        <text
          key={`${baseline} ${text}`}
          x={x}
          y={baseline}
          fontSize={fontSize}
          fontWeight={isStrong ? 600 : 400}
          textLength={textLength}
          lengthAdjust="spacingAndGlyphs"
          fill="#000000"
        >
          {text}
        </text>
      ))}
      <path d={path} fill="#000000" transform={`translate(${code.x} ${code.y}) scale(${code.side / size})`} />
    </svg>
  )
}
