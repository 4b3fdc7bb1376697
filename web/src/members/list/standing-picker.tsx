import { Button, Skeleton } from '@mantine/core'
import type { StandingCounts, Standing } from '@spacekeeper/contract/members/shapes.ts'
import { standings } from '@spacekeeper/contract/members/words.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { standings as words } from '../../access/standings.ts'
import classes from './standing-picker.module.css'

type Props = {
  counts: StandingCounts | undefined
  chosen: Standing | undefined
  onChoose: (standing: Standing | undefined) => void
}

/** All members or those of one state, each with its number. The suspended are offered when there are any. */
export const StandingPicker = ({ counts, chosen, onChoose }: Props) => {
  const { t } = useTranslation('members')
  const all = counts && standings.reduce((sum, name) => sum + counts[name], 0)
  const offered = standings.filter((name) => name !== 'suspended' || chosen === name || (counts?.suspended ?? 0) > 0)
  return (
    <div role="group" aria-label={t('filterStates')} className={classes.chips}>
      <Choice word={t('all')} count={all} isOn={chosen === undefined} onClick={() => onChoose(undefined)} />
      {offered.map((name) => (
        <Choice
          key={name}
          word={t(words[name].word)}
          count={counts?.[name]}
          isOn={chosen === name}
          onClick={() => onChoose(chosen === name ? undefined : name)}
        />
      ))}
    </div>
  )
}

type ChoiceProps = { word: string; count: number | undefined; isOn: boolean; onClick: () => void }

const Choice = ({ word, count, isOn, onClick }: ChoiceProps) => (
  <Button
    size="xs"
    variant={isOn ? 'light' : 'default'}
    aria-pressed={isOn}
    className={classes.chip ?? ''}
    onClick={onClick}
  >
    {word}{' '}
    <span className={classes.count}>{count === undefined ? <Skeleton w={24} h={12} /> : formatNumber(count)}</span>
  </Button>
)
