import type { Choice, MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { nameOfOption, useChoiceWords } from './words.ts'
import classes from './votes.module.css'

type Props = { motion: MotionView; rights: readonly VotingRight[]; choice: Choice }

/** What is about to be cast, and for which votes. */
export const ReviewList = ({ motion, rights, choice }: Props) => {
  const { t } = useTranslation('votes')
  const describe = useChoiceWords(motion)
  return (
    <dl className={classes.facts}>
      <dt>{t('youVote')}</dt>
      <dd className={classes.name}>
        {choice.kind === 'ranked' && choice.options.length > 0 ? (
          <ol style={{ margin: 0, paddingLeft: 20 }}>
            {choice.options.map((position) => (
              <li key={position}>{nameOfOption(motion, position)}</li>
            ))}
          </ol>
        ) : (
          describe(choice)
        )}
      </dd>
      <dt>{t('castFor')}</dt>
      <dd>{rights.map(({ name, isOwn }) => (isOwn ? t('myself') : t('voteOf', { name }))).join(', ')}</dd>
    </dl>
  )
}
