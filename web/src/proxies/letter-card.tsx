import { Stack, Text } from '@mantine/core'
import type { ProxyChance } from '@spacekeeper/contract/proxies/shapes.ts'
import { proxyLetter } from '@spacekeeper/contract/proxies/words.ts'
import { useId, useState } from 'react'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import classes from './proxies.module.css'

type Props = {
  meeting: ProxyChance | undefined
  name: string
  memberCity: string
  proxyName: string
  proxyCity: string
}

/** The letter as it is so far; what is missing is a line. */
export const LetterCard = ({ meeting, name, memberCity, proxyName, proxyCity }: Props) => {
  const { t } = useTranslation('proxies')
  const { siteOwner } = useSite().general
  const heading = useId()
  const [today] = useState(() => formatDate(new Date()))
  const paragraphs = proxyLetter({
    siteOwner,
    meeting: meeting?.title ?? '',
    heldOn: meeting?.heldOn ?? '',
    today,
    name,
    city: memberCity,
    proxyName,
    proxyCity,
  })
  return (
    <Stack gap={4} component="section" aria-labelledby={heading}>
      <Text size="sm" fw={600} id={heading}>
        {t('letterHeading')}
      </Text>
      <div className={classes.letter}>
        {paragraphs.map((paragraph, at) => (
          <p key={at /* the paragraphs of a letter keep their places */}>{paragraph}</p>
        ))}
      </div>
    </Stack>
  )
}
