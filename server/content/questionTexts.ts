import { readFileSync } from 'node:fs';
import { createFormatters } from '@formatjs/intl';
import { eachLocale, type LocaleCode } from '../../contract/paths/locales.ts';
import { FREQUENT_QUESTIONS, frequentValues } from '../../contract/texts/frequentQuestions.ts';
import { SUPPORT_QUESTIONS, SUPPORT_VALUES } from '../../contract/texts/supportQuestions.ts';
import { resourcePath } from '../common/resourcePath.ts';

type TextId = keyof typeof import('../../resources/locales/en/pages.json');

const QUESTIONS = eachLocale(readQuestions);

/** Returns the questions and answers of the site as Markdown: a heading of the third level for each question. */
export const questionTexts = (locale: LocaleCode): { frequentQuestions: string; supportQuestions: string } => QUESTIONS[locale];

function readQuestions(locale: LocaleCode) {
  const texts = JSON.parse(readFileSync(resourcePath(`locales/${locale}/pages.json`), 'utf8')) as Record<TextId, string>;
  const { getMessageFormat } = createFormatters();
  const text = (id: TextId, values: Record<string, string | number>): string =>
    String(getMessageFormat(texts[id], locale).format(values));
  const list = (questions: readonly { question: TextId; answer: TextId }[], values: Record<string, string | number>): string =>
    questions.map(({ question, answer }) => `### ${text(question, {})}\n\n${text(answer, values)}`).join('\n\n');
  return {
    frequentQuestions: list(FREQUENT_QUESTIONS, frequentValues(locale)),
    supportQuestions: list(SUPPORT_QUESTIONS, SUPPORT_VALUES),
  };
}
