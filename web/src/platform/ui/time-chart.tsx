import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import { type ChartScale, dayNumber, nearestTo, piecesOf, scaleOver, spread } from './chart-scale.ts'
import classes from './time-chart.module.css'

export type ChartSeries = { key: string; label: string; values: (number | null)[] }

type Props = {
  /** What it shows, for those who do not see it. */
  label: string
  /** Days, hours or months, in their order: `2026-11-23`, `2026-11-23T18` or `2026-11`. */
  keys: string[]
  series: ChartSeries[]
  kind?: 'lines' | 'bars'
  /** Nothing lies between whole numbers. */
  isWhole?: boolean
  formatKey: (key: string, style: 'axis' | 'full') => string
  /** Null: there is no figure. */
  formatValue: (value: number | null, style: 'axis' | 'full') => string
}

/** The units the drawing is made in; the browser stretches it to its place. */
const width = 1000
const height = 400

const mostWords = 6

/** From so many points on lines are thinner. */
const crowd = 200

type ChartPlot = { scale: ChartScale; /** From 0 to 1, for each key. */ positions: number[]; days: number[] }

const usePlot = ({ keys, series, kind = 'lines', isWhole = false }: Props): ChartPlot =>
  useMemo(() => {
    const days = keys.map(dayNumber)
    const [first = 0] = days
    const span = (days.at(-1) ?? first) - first
    const positions =
      kind === 'bars'
        ? keys.map((_, at) => (at + 0.5) / keys.length)
        : days.map((day) => (span === 0 ? 0.5 : (day - first) / span))
    const values = series.flatMap((one) => one.values.filter((value) => value !== null))
    return { scale: scaleOver(values, isWhole), positions, days }
  }, [keys, series, kind, isWhole])

const heightOf = (value: number, { from, to }: ChartScale) => height - ((value - from) / (to - from)) * height

const linePath = (values: readonly (number | null)[], { scale, positions, days }: ChartPlot) =>
  piecesOf(days, values)
    .map((piece) => {
      const points = piece.map((at) => {
        const x = ((positions[at] ?? 0) * width).toFixed(1)
        return `${x} ${heightOf(values[at] ?? 0, scale).toFixed(1)}`
      })
      // A day by itself is a dot: a line without length with round ends.
      return points.length === 1 ? `M${points[0]}h0` : `M${points.join('L')}`
    })
    .join('')

/** Side by side, with a little room between two months. */
const barPath = (values: readonly (number | null)[], { plot, at, of }: { plot: ChartPlot; at: number; of: number }) => {
  const slot = width / Math.max(1, plot.positions.length)
  const bar = (slot * 0.7) / of
  const zero = heightOf(0, plot.scale)
  return values
    .map((value, index) => {
      if (value === null || value === 0) return ''
      const x = (plot.positions[index] ?? 0) * width - slot * 0.35 + bar * at
      return `M${x.toFixed(1)} ${zero.toFixed(1)}V${heightOf(value, plot.scale).toFixed(1)}h${(bar * 0.9).toFixed(1)}V${zero.toFixed(1)}z`
    })
    .join('')
}

type DrawingProps = { series: ChartSeries[]; plot: ChartPlot; kind: 'lines' | 'bars' }

const Drawing = memo(({ series, plot, kind }: DrawingProps) => (
  <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={classes.drawing} aria-hidden>
    {plot.scale.ticks.map((tick) => (
      <path
        key={tick}
        d={`M0 ${heightOf(tick, plot.scale).toFixed(1)}h${width}`}
        className={tick === 0 ? classes.zero : classes.grid}
      />
    ))}
    {series.map(({ key, values }, at) => (
      <path
        key={key}
        data-series={at}
        className={kind === 'bars' ? classes.bar : classes.line}
        data-dense={values.length > crowd || undefined}
        d={kind === 'bars' ? barPath(values, { plot, at, of: series.length }) : linePath(values, plot)}
      />
    ))}
  </svg>
))
Drawing.displayName = 'Drawing'

/** Where the arrow keys and the like lead. */
const stepOf = ({ key }: KeyboardEvent, { at, last }: { at: number; last: number }): number | null => {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at - 10,
    PageDown: at + 10,
    Home: 0,
    End: last,
  }
  const to = steps[key]
  return to === undefined ? null : Math.max(0, Math.min(last, to))
}

type LegendProps = Pick<Props, 'series' | 'formatValue'> & { at: number; kind: 'lines' | 'bars' }

const Legend = ({ series, formatValue, at, kind }: LegendProps) => (
  <ul className={classes.legend}>
    {series.map(({ key, label, values }, index) => (
      <li key={key}>
        <svg viewBox="0 0 24 8" className={classes.sample} data-kind={kind} data-series={index} aria-hidden>
          <path d="M1 4h22" className={classes.line} data-series={index} />
        </svg>
        {label} <b className={classes.value}>{formatValue(values[at] ?? null, 'full')}</b>
      </li>
    ))}
  </ul>
)

/**
 * Values over days or months. A pointer or the arrow keys read one moment of it, which the legend and a screen reader
 * say; until then they say the last. Where nothing is known the line is interrupted.
 */
export const TimeChart = (props: Props) => {
  const { label, keys, series, kind = 'lines', formatKey, formatValue } = props
  const plot = usePlot(props)
  const last = keys.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? last, last)
  const words = useMemo(() => spread([...keys.entries()], mostWords), [keys])
  const says = series.map((one) => `${one.label} ${formatValue(one.values[at] ?? null, 'full')}`)
  const day = formatKey(keys[at] ?? '', 'full')
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    setChosen(nearestTo((clientX - left) / wide, plot.positions))
  }
  const press = (event: KeyboardEvent) => {
    const to = stepOf(event, { at, last })
    if (to === null) return
    event.preventDefault()
    setChosen(to)
  }
  return (
    <div className={classes.chart}>
      <div className={classes.said}>
        <span className={classes.day}>{day}</span>
        <Legend series={series} formatValue={formatValue} at={at} kind={kind} />
      </div>
      <div className={classes.body}>
        <div className={classes.axis} aria-hidden>
          {plot.scale.ticks.map((tick) => (
            <span key={tick} style={{ top: `${(heightOf(tick, plot.scale) / height) * 100}%` }}>
              {formatValue(tick, 'axis')}
            </span>
          ))}
          <i>{plot.scale.ticks.map((tick) => formatValue(tick, 'axis')).reduce(longer, '')}</i>
        </div>
        <div
          className={classes.plot}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={at}
          aria-valuetext={`${day}: ${says.join(', ')}`}
          onKeyDown={press}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={({ pointerType }) => (pointerType === 'mouse' ? setChosen(null) : undefined)}
          onBlur={() => setChosen(null)}
        >
          <Drawing series={series} plot={plot} kind={kind} />
          {chosen === null ? null : (
            <span className={classes.cross} style={{ left: `${(plot.positions[at] ?? 0) * 100}%` }} />
          )}
        </div>
        <div className={classes.words} aria-hidden>
          {words.map(([index, key]) => (
            <span key={key} style={{ left: `${(plot.positions[index] ?? 0) * 100}%` }}>
              {formatKey(key, 'axis')}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

const longer = (a: string, b: string): string => (b.length > a.length ? b : a)
