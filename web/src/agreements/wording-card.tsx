// On its own: members, guardians and staff read a text alike.
import { Stack, Text, Title } from '@mantine/core'
import { paragraphsOf } from '@spacekeeper/contract/agreements/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './agreements.module.css'

type Props = { title: string; text: string; isChanged?: boolean; headingOrder?: 2 | 3 }

/** A text as members read it. A long one scrolls in a frame that the keyboard reaches. */
export const WordingCard = ({ title, text, isChanged = false, headingOrder = 3 }: Props) => {
  const { t } = useTranslation('agreements')
  return (
    <Stack gap="xs">
      <Title order={headingOrder}>{title}</Title>
      {isChanged ? <Text size="sm">{t('dueChanged')}</Text> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <div className={`${classes.text ?? ''} ${classes.scroll ?? ''}`} role="region" aria-label={title} tabIndex={0}>
        {paragraphsOf(text).map((paragraph, at) => (
          <p key={`${at} ${paragraph.slice(0, 20)}`}>{paragraph}</p>
        ))}
      </div>
    </Stack>
  )
}
