// Calls services with their stock SDKs, without a setting about addresses, and prints what each returned.
package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/session"
	"github.com/aws/aws-sdk-go/service/s3"
	"github.com/google/go-github/github"
	"github.com/slack-go/slack"
)

func callGithub() (string, error) {
	client := github.NewClient(nil)
	options := &github.IssueListByRepoOptions{}
	titles := []string{}
	for {
		issues, response, err := client.Issues.ListByRepo(context.Background(), "shop", "site", options)
		if err != nil {
			return "", err
		}
		for _, issue := range issues {
			titles = append(titles, issue.GetTitle())
		}
		if response.NextPage == 0 {
			return strings.Join(titles, " "), nil
		}
		options.Page = response.NextPage
	}
}

func callSlack() (string, error) {
	_, sent, err := slack.New("xoxb-1").PostMessage("C1", slack.MsgOptionText("good morning", false))
	return sent, err
}

func callS3() (string, error) {
	settings := aws.NewConfig().WithRegion("eu-central-1").WithCredentials(credentials.NewStaticCredentials("a", "b", ""))
	client := s3.New(session.Must(session.NewSession(settings)))
	bucket, key := aws.String("shop"), aws.String("a.txt")
	put := &s3.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("stored")}
	if _, err := client.PutObject(put); err != nil {
		return "", err
	}
	object, err := client.GetObject(&s3.GetObjectInput{Bucket: bucket, Key: key})
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(object.Body)
	return string(text), err
}

func main() {
	calls := []struct {
		name string
		call func() (string, error)
	}{{"github", callGithub}, {"slack", callSlack}, {"s3", callS3}}
	for _, one := range calls {
		result, err := one.call()
		if err != nil {
			result = err.Error()
		}
		fmt.Printf("%s: %s\n", one.name, result)
	}
}
