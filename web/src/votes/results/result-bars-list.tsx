import { Status } from '#platform/ui/status.tsx'
import classes from '../votes.module.css'

type ResultBar = {
  key: string
  name: string
  votes: number
  /** The number as it is read. */
  words: string
  tone?: 'for' | 'against' | 'elected' | undefined
  mark?: string | undefined
}

/** Numbers with bars beside them; the bars say nothing that the words do not. */
export const ResultBarsList = ({ rows, label }: { rows: readonly ResultBar[]; label: string }) => {
  const most = Math.max(1, ...rows.map(({ votes }) => votes))
  return (
    <ul className={classes.bars} aria-label={label}>
      {rows.map(({ key, name, votes, words, tone, mark }) => (
        <li key={key}>
          <div className={classes.barHead}>
            <span className={classes.name}>{name}</span>
            <span className={classes.figure}>
              {mark === undefined ? null : <Status kind="good">{mark}</Status>} {words}
            </span>
          </div>
          <div className={classes.bar} aria-hidden>
            <div className={classes.fill} data-tone={tone} style={{ width: `${(votes / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
