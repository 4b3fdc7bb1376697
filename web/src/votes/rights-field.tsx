import type { MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useChoiceWords } from './words.ts'
import classes from './votes.module.css'

type Props = {
  motion: MotionView
  rights: readonly VotingRight[]
  picked: readonly number[]
  onPick: (principalIds: readonly number[]) => void
}

/** The votes a member holds, with what each principal wants: one at a time, or several that vote the same. */
export const RightsField = ({ motion, rights, picked, onPick }: Props) => {
  const { t } = useTranslation('votes')
  const describe = useChoiceWords(motion)
  const toggle = (principalId: number, isPicked: boolean) =>
    onPick(isPicked ? [...picked, principalId] : picked.filter((id) => id !== principalId))
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className={classes.name}>{t('castForHeading')}</legend>
      <div className={classes.choices} style={{ marginTop: 8 }}>
        {rights.map(({ principalId, name, isOwn, instructions, choice }) => (
          <label key={principalId} className={classes.choice}>
            <input
              type="checkbox"
              checked={picked.includes(principalId)}
              onChange={(event) => toggle(principalId, event.currentTarget.checked)}
            />
            <span className={classes.choiceWords}>
              <span className={classes.name}>{isOwn ? t('myself') : t('voteOf', { name })}</span>
              {instructions === null ? null : <span>{t('wants', { words: instructions })}</span>}
              {choice === null ? null : (
                <span className={classes.dim}>{t('usedAs', { choice: describe(choice) })}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
