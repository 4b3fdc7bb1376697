import { VisuallyHidden } from '@mantine/core'
import type { Fact } from '@spacekeeper/contract/audit/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './audit.module.css'

/** What changed as before and after, and what else there is to say below it. */
export const FactsTable = ({ facts }: { facts: readonly Fact[] }) => {
  const { t } = useTranslation('audit')
  const changes = facts.filter(({ isChange }) => isChange)
  const others = facts.filter(({ isChange }) => !isChange)
  return (
    <>
      {changes.length > 0 ? (
        <table className={classes.facts}>
          <caption>
            <VisuallyHidden>{t('changedValues')}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Value>{from}</Value>
                </td>
                <td>
                  <Value>{to}</Value>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {others.map(({ name, to }) => (
        <span key={name} className={classes.fact}>
          {name}: <Value>{to}</Value>
        </span>
      ))}
    </>
  )
}

/** A value in words; that there is none is a word, too. */
export const Value = ({ children }: { children: string | null }) => {
  const { t } = useTranslation('audit')
  return children === null ? <em className={classes.nothing}>{t('nothing')}</em> : <>{children}</>
}
