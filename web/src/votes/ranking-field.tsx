import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import type { MotionOption } from '@spacekeeper/contract/votes/shapes.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './votes.module.css'

type Props = {
  options: readonly MotionOption[]
  /** Positions of options, the one liked best first. */
  ranking: readonly number[]
  onRank: (ranking: readonly number[]) => void
}

const moved = (ranking: readonly number[], at: number, by: -1 | 1): number[] => {
  const [option] = ranking.slice(at, at + 1)
  return option === undefined ? [...ranking] : ranking.toSpliced(at, 1).toSpliced(at + by, 0, option)
}

/** Options in an order, by buttons: they work with fingers, keyboards and screen readers alike. */
export const RankingField = ({ options, ranking, onRank }: Props) => {
  const { t } = useTranslation('votes')
  const [news, setNews] = useState('')
  const [ranked, rest] = [useId(), useId()]
  const others = options.filter(({ position }) => !ranking.includes(position))
  const change = (next: readonly number[], { position, name }: MotionOption) => {
    onRank(next)
    const place = next.indexOf(position) + 1
    setNews(place > 0 ? t('ranked', { name, place }) : t('unranked', { name }))
  }
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600}>{t('choiceHeading')}</Text>
        <Text size="sm" c="dimmed">
          {t('rankHint')}
        </Text>
      </div>
      <Text id={ranked} fw={600} size="sm">
        {t('yourRanking')}
      </Text>
      {ranking.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('rankingEmpty')}
        </Text>
      ) : (
        <ol aria-labelledby={ranked} className={`${classes.list} ${classes.choices}`}>
          {ranking.map((position, at) => {
            const option = options.find((one) => one.position === position)
            if (!option) return null
            return (
              <li key={position} className={classes.ranked}>
                <span className={classes.place}>{at + 1}</span>
                <OptionWords option={option} />
                <RankButtons
                  name={option.name}
                  isFirst={at === 0}
                  isLast={at === ranking.length - 1}
                  onMove={(by) => change(moved(ranking, at, by), option)}
                  onRemove={() => change(ranking.toSpliced(at, 1), option)}
                />
              </li>
            )
          })}
        </ol>
      )}
      {others.length > 0 ? (
        <>
          <Text id={rest} fw={600} size="sm">
            {t('notRanked')}
          </Text>
          <ul aria-labelledby={rest} className={`${classes.list} ${classes.choices}`}>
            {others.map((option) => (
              <li key={option.position} className={classes.ranked}>
                <OptionWords option={option} />
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  aria-label={t('rankNext', { name: option.name, place: ranking.length + 1 })}
                  onClick={() => change([...ranking, option.position], option)}
                >
                  {ranking.length + 1}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Text size="sm" c="dimmed" role="status">
        {news}
      </Text>
    </Stack>
  )
}

const OptionWords = ({ option: { name, details } }: { option: MotionOption }) => (
  <span className={`${classes.choiceWords} ${classes.words}`}>
    <span className={classes.name}>{name}</span>
    {details === '' ? null : <span className={classes.dim}>{details}</span>}
  </span>
)

type ButtonsProps = {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const RankButtons = ({ name, isFirst, isLast, onMove, onRemove }: ButtonsProps) => {
  const { t } = useTranslation('votes')
  const shared = { size: 44, variant: 'subtle' } as const
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon {...shared} disabled={isFirst} aria-label={t('rankUp', { name })} onClick={() => onMove(-1)}>
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...shared} disabled={isLast} aria-label={t('rankDown', { name })} onClick={() => onMove(1)}>
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...shared} color="gray" aria-label={t('rankOut', { name })} onClick={onRemove}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
