import { Text } from '@mantine/core'
import { Choice, type MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { majorityVotes } from '@spacekeeper/contract/votes/words.ts'
import { useId } from 'react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './votes.module.css'

type Props = { motion: MotionView; choice: Choice | null; onChoose: (choice: Choice) => void }

/** For, against or abstain; or any number of options. */
export const ChoiceField = ({ motion, choice, onChoose }: Props) => {
  const { t } = useTranslation('votes')
  const name = useId()
  const isMotion = motion.method === 'majority'
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className={classes.name}>{t('choiceHeading')}</legend>
      {isMotion ? null : (
        <Text size="sm" c="dimmed">
          {t('approveHint')}
        </Text>
      )}
      <div className={classes.choices} style={{ marginTop: 8 }}>
        {isMotion
          ? majorityVotes.map((vote) => (
              <label key={vote} className={classes.choice}>
                <input
                  type="radio"
                  {...requiredBy(Choice, null)}
                  name={name}
                  checked={choice?.kind === 'motion' && choice.vote === vote}
                  onChange={() => onChoose({ kind: 'motion', vote })}
                />
                <span className={classes.name}>{t(vote)}</span>
              </label>
            ))
          : null}
        {choice?.kind === 'approval'
          ? motion.options.map(({ position, name: option, details }) => (
              <label key={position} className={classes.choice}>
                <input
                  type="checkbox"
                  checked={choice.options.includes(position)}
                  onChange={(event) =>
                    onChoose({
                      kind: 'approval',
                      options: event.currentTarget.checked
                        ? [...choice.options, position]
                        : choice.options.filter((one) => one !== position),
                    })
                  }
                />
                <span className={classes.choiceWords}>
                  <span className={classes.name}>{option}</span>
                  {details === '' ? null : <span className={classes.dim}>{details}</span>}
                </span>
              </label>
            ))
          : null}
      </div>
    </fieldset>
  )
}
